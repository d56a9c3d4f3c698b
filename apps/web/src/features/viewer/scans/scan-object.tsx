import { useThree } from "@react-three/fiber";
import { useEffect, useEffectEvent, useMemo } from "react";
import type { EarlyScan } from "../first-picture/early-scene.ts";
import { loadScan } from "../loaders/load-scan.ts";
import { ScanLoadError } from "../loaders/loaded-scan.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { ScanShowState } from "../scene/scene.ts";
import { toVolumeBoxes } from "../volumes/volume-boxes.ts";
import { type PlacedScan, toPlacementKey } from "./scan-placement.ts";
import { ScanSlot } from "./scan-slot.ts";

const attemptInAddress = /\/deliveries\/[^/]+\/([^/]+)\//;

export type ScanProblem = ScanLoadError["reason"];

/**
 * Loads one scan into the scene and reports its state; frees everything on unmount. A reconverted scan keeps its old
 * picture until the new one can be drawn; so does a moved panorama, while other scans follow at once.
 */
export function ScanObject({
  scan,
  live,
  early,
  onState,
  onLeave,
}: {
  readonly scan: PlacedScan;
  readonly live: LiveScene;
  /** Scans requested before the canvas existed; taken from this map. */
  readonly early: Map<string, EarlyScan> | undefined;
  readonly onState: (scanId: string, state: ScanShowState, problem?: ScanProblem) => void;
  /** Called when it is no longer loaded. */
  readonly onLeave: (scanId: string) => void;
}) {
  const scene = useThree((state) => state.scene);
  const renderer = useThree((state) => state.gl);
  const invalidate = useThree((state) => state.invalidate);
  const { id } = scan;
  const { form, entryUrl } = scan.delivery;
  // A reconverted scan counts as another scan.
  const attempt = attemptInAddress.exec(entryUrl)?.[1];
  const placement = toPlacementKey(scan.placement);
  const isMovable = form !== "image-pyramid" && form !== "plan-sheets";
  const loadedAt = isMovable ? null : placement;

  const tell = useEffectEvent(onState);
  const tellGone = useEffectEvent(onLeave);
  const getScan = useEffectEvent(() => scan);

  const slot = useMemo(() => new ScanSlot(id, scene, live), [id, scene, live]);
  useEffect(() => () => slot.leave(), [slot]);

  const place = useEffectEvent(() => {
    slot.place(scan.placement, toVolumeBoxes(scan.volumes ?? [], scan.placement));
    live.takeChange();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the placement.
  useEffect(() => place(), [placement, scan.volumes]);

  // By id, form and attempt only: a delivery's URL is renewed from time to time without changing the scan.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form`, `attempt` and `loadedAt` stand for the scan.
  useEffect(() => {
    const begun = early?.get(id);
    early?.delete(id);
    const leaving = begun?.leaving ?? new AbortController();
    tell(id, begun?.isShown ? "shown" : "loading");
    const { delivery, placement, volumes } = getScan();
    const context = {
      renderer,
      scene,
      camera: live.camera,
      placement,
      boxes: toVolumeBoxes(volumes ?? [], placement),
      share: () => live.budget.share,
      invalidate,
      signal: leaving.signal,
    };
    (begun?.loaded ?? loadScan(delivery, context)).then(
      (result) => {
        if (leaving.signal.aborted) {
          result.dispose();
          return;
        }
        slot.take(result);
        // It may have been moved while it was loading.
        place();
        // The first frame draws it; the second starts after it is on screen.
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
  }, [id, form, attempt, loadedAt, scene, renderer, live, slot, early, invalidate]);

  return null;
}
