import { createRoot, type ReconcilerRoot, type RootState } from "@react-three/fiber";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { LiveScene } from "./live-scene.ts";
import type { SceneStage } from "./scene-stage.ts";
import { screenPixelRatio } from "./screen-pixel-ratio.ts";

/**
 * Lets @react-three/fiber drive a stage: frames on demand, and children with its hooks. Its own `Canvas` would create a
 * new canvas and pull in all of three.js. Children draw through the scene; JSX elements for three.js objects are not
 * registered.
 */
export function SceneRoot({
  live,
  openStage,
  onCreated,
  children,
}: {
  readonly live: LiveScene;
  /** Called once. Errors reach the nearest error boundary. */
  readonly openStage: () => SceneStage;
  readonly onCreated: (state: RootState) => void;
  readonly children: ReactNode;
}) {
  const hostRef = useRef<HTMLDivElement>(null);
  const rootRef = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const latest = useRef({ openStage, onCreated, children });
  const [error, setError] = useState<unknown>(null);
  if (error !== null) throw error;

  useLayoutEffect(() => {
    latest.current = { openStage, onCreated, children };
    rootRef.current?.render(children);
  });
  useLayoutEffect(() => {
    const host = hostRef.current;
    if (host === null) return;
    let stage: SceneStage;
    try {
      stage = latest.current.openStage();
    } catch (cause) {
      setError(cause);
      return;
    }
    host.append(stage.canvas);
    const configure = () => {
      const { width, height, top, left } = host.getBoundingClientRect();
      if (width === 0 || height === 0) return;
      const root = rootRef.current ?? createRoot(stage.canvas);
      root
        .configure({
          // A function, so that the renderer is disposed with the root.
          gl: () => stage.renderer,
          scene: stage.scene,
          camera: live.camera,
          size: { width, height, top, left },
          dpr: screenPixelRatio(live.budget),
          flat: true,
          frameloop: "demand",
          onCreated: (state) => latest.current.onCreated(state),
        })
        .catch(setError);
      if (rootRef.current !== null) return;
      rootRef.current = root;
      root.render(latest.current.children);
    };
    configure();
    const observer = new ResizeObserver(configure);
    observer.observe(host);
    return () => {
      observer.disconnect();
      rootRef.current?.unmount();
      rootRef.current = null;
      stage.canvas.remove();
    };
  }, [live]);

  return <div ref={hostRef} className="size-full overflow-hidden" />;
}
