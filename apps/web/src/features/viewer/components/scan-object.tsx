import { useThree } from "@react-three/fiber";
import { useEffect, useEffectEvent, useMemo } from "react";
import type { EarlyScan } from "../early-scene.ts";
import { loadScan } from "../loaders/load-scan.ts";
import { ScanLoadError } from "../loaders/loaded-scan.ts";
import type { PlacedScan } from "../scan-placement.ts";
import { ScanSeat } from "../scan-seat.ts";
import type { SceneSession } from "../scene-session.ts";
import type { ScanShowState } from "../viewer.ts";

const attemptInAddress = /\/deliveries\/[^/]+\/([^/]+)\//;

export type ScanProblem = ScanLoadError["reason"];

/**
 * Loads one scan into the scene and tells how far it is; leaves nothing behind when it goes. One that was converted once
 * more, or stands elsewhere now, goes on being seen as it was until it can be drawn anew.
 */
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

  const seat = useMemo(() => new ScanSeat(id, scene, session), [id, scene, session]);
  useEffect(() => () => seat.leave(), [seat]);

  // By id, form, attempt and place only: a delivery's address is renewed from time to time and stays the same scan.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form`, `attempt` and `stand` stand for the scan.
  useEffect(() => {
    const begun = early?.get(id);
    early?.delete(id);
    const leaving = begun?.leaving ?? new AbortController();
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
        seat.take(result);
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
    };
  }, [id, form, attempt, stand, scene, renderer, session, seat, early, invalidate]);

  return null;
}
