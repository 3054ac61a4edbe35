// The soft shade of bodies on planes close below them: less light of the sky reaches the plane there. It shows where a
// body touches, even without shadows of the sun, and is one draw call for all bodies.
import {
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  type Quaternion,
  ShaderMaterial,
  Vector3,
} from "three";
import type { ShapeInfo } from "../../protocol/messages.ts";
import type { EndlessPlane } from "../scene/extent.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";

/** The most pieces of shade that are drawn. */
const most = 600;
const axes = [new Vector3(), new Vector3(), new Vector3()] as const;
const first = new Vector3();
const second = new Vector3();
const at = new Vector3();
const matrix = new Matrix4();

export class ContactShade implements Layer {
  /** Number of pieces in sight. */
  count = 0;
  private readonly mesh: InstancedMesh<PlaneGeometry, ShaderMaterial>;
  /** For each piece: half its length and width within the soft rim, the roundness of its corners, and its darkness. */
  private readonly pieces = new InstancedBufferAttribute(new Float32Array(4 * most), 4).setUsage(DynamicDrawUsage);
  private floors: readonly EndlessPlane[] = [];

  constructor(view: BodyScene) {
    const geometry = new PlaneGeometry(2, 2);
    geometry.setAttribute("piece", this.pieces);
    this.mesh = new InstancedMesh(geometry, shadeMaterial(), most);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 0.5;
    view.add(this.mesh);
  }

  reset({ extent, palette }: BodyScene): void {
    const { planes, directions } = extent!;
    this.floors = planes.filter(({ normal, isSolid }) => isSolid && normal.dot(directions.up) > 0.3);
    this.mesh.material.uniforms["shade"].value.set(palette.shade);
  }

  update(view: BodyScene): void {
    this.count = 0;
    const { layout } = view.frames!;
    for (const floor of this.floors)
      for (const [i, { shape }] of layout.bodies.entries())
        if (view.bodies.halves[i] && this.count < most) this.add(view, floor, i, shape);
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = this.pieces.needsUpdate = true;
  }

  private add({ bodies, size }: BodyScene, { point, normal }: EndlessPlane, body: number, shape: ShapeInfo): void {
    const half = bodies.halves[body]!;
    const place = bodies.positions[body];
    setAxes(bodies.turns[body]);
    const height = at.subVectors(place, point).dot(normal) - reachAlong(normal, half, shape);
    // The longest way of the body along the plane, and the way across.
    let longest = -1;
    for (const [k, axis] of axes.entries()) {
      at.copy(axis).addScaledVector(normal, -axis.dot(normal));
      const length = at.length() * half.getComponent(k);
      if (length <= longest) continue;
      longest = length;
      first.copy(at).normalize();
    }
    second.crossVectors(normal, first);
    const [long, wide] = [first, second].map((side) => reachAlong(side, half, shape) * touching(side, normal, shape));
    const foot = Math.min(long, wide);
    const share = Math.max(0, height) / foot;
    if (share > 2.2 || height < -2 * foot) return;
    const isBall = shape.kind === "sphere" || shape.kind === "capsule";
    const soft = (isBall ? 0.85 : 0.4) * foot * (1 + 0.8 * share);
    const inner = (reach: number) => Math.max(0.02 * foot, reach - (isBall ? 0.85 : 0.12) * soft);
    const isRound = isBall || (shape.kind !== "cuboid" && long < 1.1 * wide);
    const strength = 0.5 * (1 - share / 2.2) ** 2;
    const [x, y] = [inner(long), inner(wide)];
    this.pieces.setXYZW(this.count, x, y, isRound ? Math.min(x, y) : 0, strength);
    at.subVectors(place, point);
    at.addScaledVector(normal, 1e-3 * size - at.dot(normal)).add(point);
    matrix.makeBasis(first.multiplyScalar(x + soft), second.multiplyScalar(y + soft), normal).setPosition(at);
    this.mesh.setMatrixAt(this.count++, matrix);
  }
}

function setAxes(turn: Quaternion): void {
  for (const [k, axis] of axes.entries()) axis.set(0, 0, 0).setComponent(k, 1).applyQuaternion(turn);
}

/** How far a body reaches from its middle along a direction; other shapes count as the box around them. */
function reachAlong(direction: Vector3, half: Vector3, { kind }: ShapeInfo): number {
  if (kind === "sphere") return half.x;
  const along = axes.map((axis) => Math.abs(axis.dot(direction)));
  if (kind === "cylinder" || kind === "cone") return half.z * along[2] + half.x * Math.hypot(along[0], along[1]);
  if (kind === "capsule") return (half.z - half.x) * along[2] + half.x;
  return half.x * along[0] + half.y * along[1] + half.z * along[2];
}

/** The share of its reach along a side with which a body is close to the plane: it is small for what rolls. */
function touching(side: Vector3, normal: Vector3, { kind }: ShapeInfo): number {
  if ((kind !== "cylinder" && kind !== "cone") || Math.abs(axes[2].dot(normal)) > 0.9) return 1;
  return 0.4 + 0.6 * Math.abs(axes[2].dot(side));
}

function shadeMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { shade: { value: new Color() } },
    vertexShader: `attribute vec4 piece;
      varying vec2 vAt;
      varying vec4 vPiece;
      varying float vSoft;
      void main() {
        vec2 size = vec2(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz));
        vAt = position.xy * size;
        vPiece = piece;
        vSoft = size.x - piece.x;
        gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `uniform vec3 shade;
      varying vec2 vAt;
      varying vec4 vPiece;
      varying float vSoft;
      void main() {
        vec2 beyond = abs(vAt) - vPiece.xy + vPiece.z;
        float away = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - vPiece.z;
        float dark = 1.0 - smoothstep(-0.5 * vSoft, vSoft, away);
        gl_FragColor = vec4(shade, dark * dark * vPiece.w);
        #include <colorspace_fragment>
      }`,
  });
}
