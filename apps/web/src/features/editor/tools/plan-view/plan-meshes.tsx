import type { Plan } from "@blueprint/scene/plan";
import { type PlaneSimilarity, transformPoint2 } from "@blueprint/scene/similarity";
import { extend, useThree } from "@react-three/fiber";
import { useEffect, useMemo, useState } from "react";
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
  type Texture,
  TextureLoader,
} from "three";
import type { ViewerScan } from "../../../viewer/viewer.ts";
import { findPlanPicture } from "../align/plan-sources.ts";

// React Three Fiber only knows registered classes.
extend({ Mesh, MeshBasicMaterial });

// Slightly above the floor, below the zones.
const liftMetres = 0.006;

/** Drawings on storeys in the 3D view. Walls detected in a scan are already visible there. */
export function PlanMeshes({
  plans,
  scans,
  toFloorM,
}: {
  readonly plans: readonly Plan[];
  readonly scans: readonly ViewerScan[];
  readonly toFloorM: (storey: number) => number;
}) {
  return plans.map((plan) => {
    const picture = findPlanPicture(plan, scans);
    if (picture === null || !picture.isPicture || plan.placement === null || plan.isHidden) return null;
    return (
      <PlanMesh
        key={plan.id}
        plan={plan}
        url={picture.url}
        similarity={plan.placement.similarity}
        level={toFloorM(plan.floor)}
      />
    );
  });
}

function PlanMesh({
  plan,
  url,
  similarity,
  level,
}: {
  readonly plan: Plan;
  readonly url: string;
  readonly similarity: PlaneSimilarity;
  readonly level: number;
}) {
  const { widthPixels, heightPixels, opacity } = plan;
  const invalidate = useThree((state) => state.invalidate);
  const [texture, setTexture] = useState<Texture | null>(null);
  useEffect(() => {
    let loaded: Texture | null = null;
    let isLeaving = false;
    new TextureLoader().loadAsync(url).then(
      (found) => {
        found.colorSpace = SRGBColorSpace;
        loaded = found;
        if (isLeaving) found.dispose();
        else setTexture(found);
      },
      // The plan view still shows where it lies.
      () => undefined,
    );
    return () => {
      isLeaving = true;
      loaded?.dispose();
      setTexture(null);
    };
  }, [url]);
  const geometry = useMemo(() => {
    const corners = (
      [
        [0, 0],
        [widthPixels, 0],
        [widthPixels, heightPixels],
        [0, heightPixels],
      ] as const
    ).flatMap((pixel) => {
      const [x, z] = transformPoint2(similarity, pixel);
      return [x, level + liftMetres, z];
    });
    const sheet = new BufferGeometry();
    sheet.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
    // Image rows run down, texture rows run up.
    sheet.setAttribute("uv", new BufferAttribute(new Float32Array([0, 1, 1, 1, 1, 0, 0, 0]), 2));
    sheet.setIndex([0, 1, 2, 0, 2, 3]);
    return sheet;
  }, [similarity, level, widthPixels, heightPixels]);
  useEffect(() => invalidate());
  useEffect(() => () => geometry.dispose(), [geometry]);
  if (texture === null) return null;
  return (
    <mesh geometry={geometry} renderOrder={4}>
      <meshBasicMaterial
        map={texture}
        transparent
        opacity={opacity}
        side={DoubleSide}
        depthWrite={false}
        toneMapped={false}
      />
    </mesh>
  );
}
