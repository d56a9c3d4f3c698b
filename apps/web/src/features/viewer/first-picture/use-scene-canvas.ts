import { useEffect, useState } from "react";
import { findSceneCanvas, importSceneCanvas } from "./preload-scene.ts";

type SceneCanvasComponent = Awaited<ReturnType<typeof importSceneCanvas>>["SceneCanvas"];

/**
 * The canvas once its code is loaded. Not `lazy`: React throttles Suspense reveals by up to 300 ms, which would delay
 * the first picture.
 * @param attempt a new number retries after a failure
 */
export function useSceneCanvas(attempt: number): {
  readonly SceneCanvas: SceneCanvasComponent | null;
  readonly hasFailed: boolean;
} {
  const [loaded, setLoaded] = useState<
    { readonly component: SceneCanvasComponent | null; readonly attempt: number } | undefined
  >(() => {
    const component = findSceneCanvas();
    return component === null ? undefined : { component, attempt };
  });
  const isHere = loaded?.component != null;
  useEffect(() => {
    if (isHere) return;
    let isLeaving = false;
    importSceneCanvas().then(
      ({ SceneCanvas }) => !isLeaving && setLoaded({ component: SceneCanvas, attempt }),
      () => !isLeaving && setLoaded({ component: null, attempt }),
    );
    return () => {
      isLeaving = true;
    };
  }, [attempt, isHere]);
  return {
    SceneCanvas: loaded?.component ?? null,
    hasFailed: loaded !== undefined && loaded.component === null && loaded.attempt === attempt,
  };
}
