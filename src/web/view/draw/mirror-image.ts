// The mirror image of what a layer draws: the same meshes again, turned into their images by one matrix.
import { Group, type Matrix4 } from "three";

export class MirrorImage extends Group {
  constructor() {
    super();
    this.matrixAutoUpdate = false;
    this.visible = false;
  }

  /** Shows the image in a plane; null for none. */
  setMirror(reflection: Matrix4 | null): void {
    this.visible = reflection !== null;
    if (!reflection) return;
    this.matrix.copy(reflection);
    this.matrixWorldNeedsUpdate = true;
  }
}
