import { ViewPicture } from "../views/view-picture.tsx";
import { useVisit } from "./visit.ts";

/** A saved view's picture; nothing without a scene to draw it in. */
export function VisitViewPicture({ viewId }: { readonly viewId: string }) {
  const { blueprint, view, pictures, mainRef } = useVisit();
  const { scene, scans } = blueprint;
  if (!view.isSceneShown || view.isPanorama) return null;
  return (
    <ViewPicture
      viewId={viewId}
      pictures={pictures}
      onWant={() => pictures.want(scans, scene.views ?? [], mainRef.current!)}
    />
  );
}
