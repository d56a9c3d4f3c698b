import { useThree } from "@react-three/fiber";
import { useEffect, useEffectEvent } from "react";
import type { EarlyScan } from "../early-scene.ts";
import { loadScan } from "../loaders/load-scan.ts";
import { type LoadedScan, ScanLoadError } from "../loaders/loaded-scan.ts";
import type { PlacedScan } from "../scan-placement.ts";
import type { SceneSession } from "../scene-session.ts";
import type { ScanShowState } from "../viewer.ts";

const attemptInAddress = /\/deliveries\/[^/]+\/([^/]+)\//;

export type ScanProblem = ScanLoadError["reason"];

/** Loads one scan into the scene and tells how far it is; leaves nothing behind when it goes. */
export function ScanObject({
  scan,
  session,
  early,
  onState,
  onLeave,
}: {
  readonly scan: PlacedScan;
  readonly session: SceneSession;
  /** What was asked for before the canvas was there; taken out of it. */
  readonly early: Map<string, EarlyScan> | undefined;
  readonly onState: (scanId: string, state: ScanShowState, problem?: ScanProblem) => void;
  /** It is no longer loaded. */
  readonly onLeave: (scanId: string) => void;
}) {
  const scene = useThree((state) => state.scene);
  const renderer = useThree((state) => state.gl);
  const invalidate = useThree((state) => state.invalidate);
  const { id } = scan;
  const { form, entryUrl } = scan.delivery;
  // A scan that was converted once more is another one.
  const attempt = attemptInAddress.exec(entryUrl)?.[1];
  const { position, yaw, scale } = scan.stand;
  const stand = [...position, yaw, scale].join();

  const tell = useEffectEvent(onState);
  const tellGone = useEffectEvent(onLeave);
  const getScan = useEffectEvent(() => scan);

  // By id, form, attempt and place only: a delivery's address is renewed from time to time and stays the same scan.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form`, `attempt` and `stand` stand for the scan.
  useEffect(() => {
    const begun = early?.get(id);
    early?.delete(id);
    const leaving = begun?.leaving ?? new AbortController();
    let loaded: LoadedScan | null = null;
    tell(id, begun?.isShown ? "shown" : "loading");
    const { delivery, stand: place } = getScan();
    const context = {
      renderer,
      scene,
      camera: session.camera,
      stand: place,
      share: () => session.budget.share,
      invalidate,
      signal: leaving.signal,
    };
    (begun?.loaded ?? loadScan(delivery, context)).then(
      (result) => {
        if (leaving.signal.aborted) {
          result.dispose();
          return;
        }
        loaded = result;
        scene.add(result.object);
        session.addScan(id, result);
        // One frame draws it, the next one begins after it is on the screen.
        requestAnimationFrame(() => requestAnimationFrame(() => !leaving.signal.aborted && tell(id, "shown")));
      },
      (cause: unknown) => {
        if (leaving.signal.aborted) return;
        tell(id, "failed", cause instanceof ScanLoadError ? cause.reason : "unreadable");
      },
    );
    return () => {
      leaving.abort();
      tellGone(id);
      if (loaded === null) return;
      session.removeScan(id);
      scene.remove(loaded.object);
      loaded.dispose();
    };
  }, [id, form, attempt, stand, scene, renderer, session, early, invalidate]);

  return null;
}
