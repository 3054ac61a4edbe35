// Planes without end: matt, with a grid that belongs to the surface (so that shadows fall on it) and fades with
// distance.
import { Color, DoubleSide, FrontSide, MeshLambertMaterial, Vector2, Vector3, Vector4 } from "three";

/** The number of other half spaces that can cut a plane. */
export const mostCuts = 8;

/**
 * Far away a "level" becomes the horizon, and a "plane" fades out; of a "bare" one only the lines are drawn.
 */
export type GroundKind = "level" | "plane" | "bare";

export interface GroundLook {
  /** The grid: its zero, its two directions, the length of a square. */
  readonly origin: Vector3;
  readonly across: Vector3;
  readonly along: Vector3;
  readonly unit: number;
  readonly centre: Vector3;
  readonly fadeFrom: number;
  readonly fadeTo: number;
  readonly isWall: boolean;
  /** Solid half spaces that hide it, as normal and distance. */
  readonly cuts: readonly Vector4[];
  readonly colours: {
    readonly ground: string;
    readonly grid: string;
    readonly gridStrong: string;
    readonly horizon: string;
  };
}

const fragment = `#include <common>
uniform vec3 gridOrigin;
uniform vec3 gridAcross;
uniform vec3 gridAlong;
uniform float gridUnit;
uniform vec3 gridColour;
uniform vec3 gridStrongColour;
uniform vec3 horizonColour;
uniform vec3 fadeCentre;
uniform vec2 fadeRange;
uniform vec4 cuts[${mostCuts}];
uniform int cutCount;
varying vec3 vPlace;

float gridLine(vec2 at, float width) {
  vec2 pixel = max(fwidth(at), vec2(1e-6));
  vec2 away = abs(fract(at - 0.5) - 0.5) / pixel;
  vec2 line = (1.0 - smoothstep(width - 0.5, width + 0.5, away)) * (1.0 - smoothstep(0.12, 0.45, pixel));
  return max(line.x, line.y);
}
`;

const fragmentMain = `#include <color_fragment>
for (int i = 0; i < ${mostCuts}; i++) if (i < cutCount && dot(cuts[i].xyz, vPlace) < cuts[i].w) discard;
vec3 fromOrigin = vPlace - gridOrigin;
vec2 square = vec2(dot(fromOrigin, gridAcross), dot(fromOrigin, gridAlong)) / gridUnit;
float away = distance(vPlace, fadeCentre);
float far = smoothstep(fadeRange.x, fadeRange.y, away);
// Small squares are for measuring where things happen; far away they would only be busy.
float fine = gridLine(square * 5.0, 0.4) * 0.5 * (1.0 - smoothstep(0.35 * fadeRange.x, 1.1 * fadeRange.x, away));
float coarse = gridLine(square, 0.6) * (1.0 - 0.6 * smoothstep(fadeRange.x, 2.0 * fadeRange.x, away));
float lined = max(fine, coarse);
vec3 lineColour = mix(gridColour, gridStrongColour, coarse * 0.55);
#ifdef IS_BARE
  diffuseColor.rgb = lineColour;
  diffuseColor.a = lined * (1.0 - far);
#else
  diffuseColor.rgb = mix(diffuseColor.rgb, lineColour, lined * (1.0 - far));
  #ifndef IS_LEVEL
    diffuseColor.a *= 1.0 - far;
  #endif
#endif
`;

/**
 * A material that can be given another look: its shader is compiled once, however often the ground changes.
 */
export class GroundSurface {
  readonly material: MeshLambertMaterial;
  private readonly uniforms = {
    gridOrigin: { value: new Vector3() },
    gridAcross: { value: new Vector3() },
    gridAlong: { value: new Vector3() },
    gridUnit: { value: 1 },
    gridColour: { value: new Color() },
    gridStrongColour: { value: new Color() },
    horizonColour: { value: new Color() },
    fadeCentre: { value: new Vector3() },
    fadeRange: { value: new Vector2() },
    cuts: { value: Array.from({ length: mostCuts }, () => new Vector4()) },
    cutCount: { value: 0 },
  };

  constructor(kind: GroundKind) {
    this.material = new MeshLambertMaterial({
      transparent: kind !== "level",
      depthWrite: kind !== "bare",
      side: kind === "bare" ? DoubleSide : FrontSide,
      // Two passes would look up its program with every picture.
      forceSinglePass: true,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    if (kind !== "plane") this.material.defines = { [kind === "bare" ? "IS_BARE" : "IS_LEVEL"]: "" };
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec3 vPlace;")
        .replace(
          "#include <begin_vertex>",
          "#include <begin_vertex>\nvPlace = (modelMatrix * vec4(position, 1.0)).xyz;",
        );
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", fragment)
        .replace("#include <color_fragment>", fragmentMain)
        .replace(
          "#include <opaque_fragment>",
          `#ifdef IS_BARE
            outgoingLight = diffuseColor.rgb;
          #elif defined(IS_LEVEL)
            outgoingLight = mix(outgoingLight, horizonColour, far);
          #endif
          #include <opaque_fragment>`,
        );
    };
    this.material.customProgramCacheKey = () => "ground";
  }

  wear(look: GroundLook): void {
    const { uniforms, material } = this;
    const { colours } = look;
    material.color.set(colours.ground);
    // Walls get little light from above.
    material.emissive.set(colours.ground).multiplyScalar(look.isWall ? 0.22 : 0);
    uniforms.gridOrigin.value.copy(look.origin);
    uniforms.gridAcross.value.copy(look.across);
    uniforms.gridAlong.value.copy(look.along);
    uniforms.gridUnit.value = look.unit;
    uniforms.gridColour.value.set(colours.grid);
    uniforms.gridStrongColour.value.set(colours.gridStrong);
    uniforms.horizonColour.value.set(colours.horizon);
    uniforms.fadeCentre.value.copy(look.centre);
    uniforms.fadeRange.value.set(look.fadeFrom, look.fadeTo);
    uniforms.cutCount.value = Math.min(mostCuts, look.cuts.length);
    for (const [i, cut] of look.cuts.slice(0, mostCuts).entries()) uniforms.cuts.value[i].copy(cut);
  }
}
