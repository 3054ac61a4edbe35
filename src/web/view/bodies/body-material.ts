// How a body's surface looks: matt, with edges and meridians drawn by the shader, so that any number of bodies is one
// draw call.
import { Color, MeshLambertMaterial } from "three";

/** How a body is marked; more than one may hold. */
export const marks = { still: 1, driven: 2, aside: 4, asleep: 8, wire: 16, wheel: 32 } as const;

export interface BodyUniforms {
  readonly edge: { value: Color };
  readonly aside: { value: Color };
  readonly asleep: { value: Color };
  /** The distance between two lines of a hatch. */
  readonly hatch: { value: number };
  readonly wire: { value: number };
}

export function createBodyUniforms(): BodyUniforms {
  return {
    edge: { value: new Color() },
    aside: { value: new Color() },
    asleep: { value: new Color() },
    hatch: { value: 1 },
    wire: { value: 0 },
  };
}

const vertex = `#include <common>
attribute vec4 style;
#ifdef IS_DRAWN
attribute vec3 rim;
varying vec3 vRim;
#endif
varying vec3 vUnit;
varying vec3 vUnitNormal;
varying vec3 vMetric;
varying float vMark;
#ifdef IS_ROUND
varying float vFlatness;
#endif
`;

const vertexMain = `#include <begin_vertex>
vUnit = position;
vUnitNormal = normal;
vMetric = position * style.xyz;
vMark = style.w;
#ifdef IS_ROUND
vFlatness = style.z / style.x;
#endif
#ifdef IS_DRAWN
vRim = rim;
#endif
`;

const fragment = `#include <common>
uniform vec3 edgeColour;
uniform vec3 asideColour;
uniform vec3 asleepColour;
uniform float hatchLength;
uniform float wireOnly;
varying vec3 vUnit;
varying vec3 vUnitNormal;
varying vec3 vMetric;
varying float vMark;
#ifdef IS_DRAWN
varying vec3 vRim;
#endif
#ifdef IS_ROUND
varying float vFlatness;

// The look of a wheel from its side: tyre, rim, spokes, hub.
vec3 wheelColour(vec3 paint) {
  float r = length(vUnit.xy);
  float pixel = max(fwidth(r), 1e-4);
  float tyre = smoothstep(0.86 - pixel, 0.86 + pixel, r);
  float rim = smoothstep(0.76 - pixel, 0.76 + pixel, r);
  float hub = 1.0 - smoothstep(0.17 - pixel, 0.17 + pixel, r);
  float angle = atan(vUnit.y, vUnit.x);
  // Eight spokes; the first has another tone, so that turns can be counted.
  float across = r * abs(sin(4.0 * angle)) / 4.0;
  float spoke = 1.0 - smoothstep(0.03 - pixel, 0.03 + pixel, across);
  float first = step(0.92, cos(angle)) * step(r, 0.8);
  vec3 between = paint * 0.62;
  vec3 solid = mix(paint * 1.12, vec3(1.0), 0.12 + 0.5 * first * (1.0 - hub));
  return mix(mix(between, solid, max(max(rim, hub), spoke)), paint * 0.38, tyre);
}
#endif

float bodyEdge() {
  // Distances in pixels: of a sphere to the three great circles, of a cuboid to the edges of the face, of others to the
  // rims.
  vec3 width = max(fwidth(vUnit), vec3(1e-6));
#ifdef IS_DRAWN
  vec3 away = vRim / max(fwidth(vRim), vec3(1e-6));
#elif defined(IS_SPHERE)
  vec3 away = abs(vUnit) / width;
#else
  vec3 away = (1.0 - abs(vUnit)) / width + 1e4 * step(0.5, abs(vUnitNormal));
#endif
  float nearest = min(away.x, min(away.y, away.z));
  return 1.0 - smoothstep(0.5, 1.5, nearest);
}

// The outline of what is round: where it turns away from the eye. A flat face does not turn.
float silhouette(vec3 turned, vec3 towardsEye) {
  float facing = abs(dot(normalize(turned), normalize(towardsEye)));
  return 1.0 - smoothstep(0.9, 1.9, facing / max(fwidth(facing), 1e-5));
}

float stripe(float value) {
  float at = value / hatchLength;
  float width = fwidth(at);
  float line = 1.0 - smoothstep(0.0, 1.0, (abs(fract(at) - 0.5) - 0.06) / max(width, 1e-6) + 0.5);
  return line * (1.0 - smoothstep(0.25, 0.6, width));
}
`;

const fragmentMain = `#include <color_fragment>
float edge = bodyEdge();
float mark = floor(vMark + 0.5);
bool isStill = mod(mark, 2.0) > 0.5;
bool isDriven = mod(floor(mark / 2.0), 2.0) > 0.5;
bool isAside = mod(floor(mark / 4.0), 2.0) > 0.5;
bool isAsleep = mod(floor(mark / 8.0), 2.0) > 0.5;
bool isWire = wireOnly > 0.5 || mod(floor(mark / 16.0), 2.0) > 0.5;
if (!isWire) edge = max(edge, silhouette(vNormal, vViewPosition));
if (isWire) {
  if (edge < 0.05) discard;
  diffuseColor.a = edge;
}
#ifdef IS_SPHERE
  diffuseColor.rgb *= vUnit.x * vUnit.y * vUnit.z > 0.0 ? 1.0 : 0.86;
#elif defined(IS_ROUND)
  bool isCap = abs(vUnitNormal.z) > 0.9 && vFlatness < 0.75;
  if (mark > 31.5) diffuseColor.rgb = isCap ? wheelColour(diffuseColor.rgb) : diffuseColor.rgb * 0.55;
  else diffuseColor.rgb *= vUnit.x * vUnit.y > 0.0 ? 1.0 : 0.86;
#endif
if (isStill) diffuseColor.rgb *= 1.0 - 0.22 * stripe(vMetric.x + vMetric.y + vMetric.z);
if (isDriven) diffuseColor.rgb = mix(diffuseColor.rgb, vec3(1.0), 0.45 * stripe(vMetric.x - vMetric.y + vMetric.z));
if (isAsleep) diffuseColor.rgb = mix(diffuseColor.rgb, asleepColour, 0.6);
if (isAside) diffuseColor.rgb = mix(diffuseColor.rgb, asideColour, 0.85);
diffuseColor.rgb = mix(diffuseColor.rgb, edgeColour, edge * (isWire ? 0.35 : isAside ? 0.25 : 0.62));
`;

const defines = {
  sphere: { IS_SPHERE: "" },
  cuboid: {},
  round: { IS_DRAWN: "", IS_ROUND: "" },
  drawn: { IS_DRAWN: "" },
} as const;

/**
 * `drawn` is whatever body-geometry.ts draws with rims of its own, and `round` what of it is turned about its z axis.
 */
export function createBodyMaterial(kind: keyof typeof defines, uniforms: BodyUniforms): MeshLambertMaterial {
  const material = new MeshLambertMaterial();
  material.defines = { ...defines[kind] };
  material.onBeforeCompile = (shader) => {
    shader.uniforms["edgeColour"] = uniforms.edge;
    shader.uniforms["asideColour"] = uniforms.aside;
    shader.uniforms["asleepColour"] = uniforms.asleep;
    shader.uniforms["hatchLength"] = uniforms.hatch;
    shader.uniforms["wireOnly"] = uniforms.wire;
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", vertex)
      .replace("#include <begin_vertex>", vertexMain);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", fragment)
      .replace("#include <color_fragment>", fragmentMain);
  };
  material.customProgramCacheKey = () => `body-${kind}`;
  return material;
}
