// Planes without end: matt, with a grid that belongs to the surface (so that shadows fall on it) and fades with distance.
import { Color, MeshLambertMaterial, Vector2, type Vector3, Vector4 } from "three";

/** So many other half spaces can cut a plane. */
export const mostCuts = 8;

export interface GroundLook {
  /** The grid: its zero, its two directions, the length of a square. */
  readonly origin: Vector3;
  readonly across: Vector3;
  readonly along: Vector3;
  readonly unit: number;
  readonly centre: Vector3;
  readonly fadeFrom: number;
  readonly fadeTo: number;
  /** Far away it becomes the horizon, or nothing at all. */
  readonly isLevel: boolean;
  readonly isWall: boolean;
  /** Only the lines are drawn: nothing is there. */
  readonly isBare: boolean;
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
varying vec3 vPlace;

float gridLine(vec2 at, float width) {
  vec2 pixel = max(fwidth(at), vec2(1e-6));
  vec2 away = abs(fract(at - 0.5) - 0.5) / pixel;
  vec2 line = (1.0 - smoothstep(width - 0.5, width + 0.5, away)) * (1.0 - smoothstep(0.12, 0.45, pixel));
  return max(line.x, line.y);
}
`;

const fragmentMain = `#include <color_fragment>
for (int i = 0; i < CUTS; i++) if (dot(cuts[i].xyz, vPlace) < cuts[i].w) discard;
vec3 fromOrigin = vPlace - gridOrigin;
vec2 square = vec2(dot(fromOrigin, gridAcross), dot(fromOrigin, gridAlong)) / gridUnit;
float fine = gridLine(square * 5.0, 0.5) * 0.45;
float coarse = gridLine(square, 0.7);
float far = smoothstep(fadeRange.x, fadeRange.y, distance(vPlace, fadeCentre));
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

export function createGroundMaterial(look: GroundLook): MeshLambertMaterial {
  const { colours } = look;
  const material = new MeshLambertMaterial({
    color: colours.ground,
    // Walls get little light from above.
    emissive: new Color(colours.ground).multiplyScalar(look.isWall ? 0.22 : 0),
    transparent: look.isBare || !look.isLevel,
    depthWrite: !look.isBare,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const cuts = Array.from({ length: mostCuts }, (_, i) => look.cuts[i] ?? new Vector4());
  material.defines = { CUTS: Math.min(mostCuts, look.cuts.length) };
  if (look.isBare) material.defines["IS_BARE"] = "";
  if (look.isLevel) material.defines["IS_LEVEL"] = "";
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, {
      gridOrigin: { value: look.origin },
      gridAcross: { value: look.across },
      gridAlong: { value: look.along },
      gridUnit: { value: look.unit },
      gridColour: { value: new Color(colours.grid) },
      gridStrongColour: { value: new Color(colours.gridStrong) },
      horizonColour: { value: new Color(colours.horizon) },
      fadeCentre: { value: look.centre },
      fadeRange: { value: new Vector2(look.fadeFrom, look.fadeTo) },
      cuts: { value: cuts },
    });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vPlace;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvPlace = (modelMatrix * vec4(position, 1.0)).xyz;");
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
  material.customProgramCacheKey = () => "ground";
  return material;
}
