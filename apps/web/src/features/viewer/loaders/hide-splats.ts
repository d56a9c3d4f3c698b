import { SplatEdit, SplatEditRgbaBlendMode, SplatEditSdf, SplatEditSdfType, type SplatMesh } from "@sparkjsdev/spark";
import type { VolumeBox } from "../volumes/volume-boxes.ts";

/** What is hidden of a scan's splats. The renderer's clipping planes and materials don't reach splats. */
export interface SplatHiding {
  /** Hides what lies above a height of the scene, metres; null shows everything. */
  cut(heightM: number | null): void;
  clip(boxes: readonly VolumeBox[]): void;
}

export function hideSplats(mesh: SplatMesh): SplatHiding {
  const above = new SplatEditSdf({ type: SplatEditSdfType.PLANE, opacity: 0 });
  // Its inside is behind the plane's own z axis.
  above.rotation.x = Math.PI / 2;
  const aboveCut = toEdit([above]);
  let cutM: number | null = null;
  let volumes: readonly SplatEdit[] = [];
  const apply = () => {
    mesh.edits = [...(cutM === null ? [] : [aboveCut]), ...volumes];
    mesh.needsUpdate = true;
  };
  return {
    cut: (heightM) => {
      if (heightM === cutM) return;
      cutM = heightM;
      above.position.y = heightM ?? 0;
      above.updateMatrixWorld(true);
      apply();
    },
    clip: (boxes) => {
      if (boxes.length === 0 && volumes.length === 0) return;
      const listOf = (effect: VolumeBox["effect"]) => boxes.filter((box) => box.effect === effect).map(toSdf);
      const [crops, erased] = [listOf("crop"), listOf("erase")];
      volumes = [
        ...(crops.length === 0 ? [] : [toEdit(crops, true)]),
        ...(erased.length === 0 ? [] : [toEdit(erased)]),
      ];
      apply();
    },
  };
}

/** Makes splats inside one of the shapes, or inverted those outside all of them, transparent. */
function toEdit(sdfs: SplatEditSdf[], invert = false): SplatEdit {
  return new SplatEdit({ rgbaBlendMode: SplatEditRgbaBlendMode.MULTIPLY, softEdge: 0, sdfSmooth: 0, invert, sdfs });
}

function toSdf({ place }: VolumeBox): SplatEditSdf {
  const sdf = new SplatEditSdf({ type: SplatEditSdfType.BOX, opacity: 0 });
  // Its scale is the half length of each side.
  place.decompose(sdf.position, sdf.quaternion, sdf.scale);
  sdf.updateMatrixWorld(true);
  return sdf;
}
