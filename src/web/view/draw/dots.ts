// Points over the bodies, outlined, of one size on the page.
import {
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  SphereGeometry,
  type Vector3,
} from "three";

const most = 1024;
const matrix = new Matrix4();
const tint = new Color();

export class Dots {
  readonly group = new Group();
  private readonly rims = make("#ffffff", 23);
  private readonly dots = make("#ffffff", 24);
  private count = 0;

  constructor() {
    this.group.add(this.rims, this.dots);
  }

  setOutline(colour: string): void {
    this.rims.material.color.set(colour);
  }

  begin(): void {
    this.count = 0;
  }

  add(at: Vector3, colour: Color | string, pixels: number, pixel: number): void {
    if (this.count === most) return;
    const i = this.count++;
    const radius = (pixels / 2) * pixel;
    this.dots.setMatrixAt(i, matrix.makeScale(radius, radius, radius).setPosition(at));
    const outer = radius + 1.4 * pixel;
    this.rims.setMatrixAt(i, matrix.makeScale(outer, outer, outer).setPosition(at));
    this.dots.setColorAt(i, tint.set(colour));
  }

  end(): void {
    for (const mesh of [this.rims, this.dots]) {
      mesh.count = this.count;
      mesh.visible = this.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }
}

function make(colour: string, order: number): InstancedMesh<SphereGeometry, MeshBasicMaterial> {
  const material = new MeshBasicMaterial({ color: colour, depthTest: false, depthWrite: false, transparent: true });
  const mesh = new InstancedMesh(new SphereGeometry(1, 16, 12), material, most);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}
