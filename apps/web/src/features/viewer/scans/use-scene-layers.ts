import { useMemo, useState } from "react";

/** Scans of a place that the user switched off, and the current panorama. */
export interface SceneLayers {
  readonly hiddenIds: ReadonlySet<string>;
  readonly panoramaId: string | null;
  readonly toggle: (scanId: string) => void;
  /** Switches off exactly these scans and leaves the panorama. */
  readonly hideOnly: (scanIds: readonly string[]) => void;
  readonly enterPanorama: (scanId: string) => void;
  readonly leavePanorama: () => void;
}

/** Switches one scan off, or on again. */
export function toggleScan(hiddenIds: ReadonlySet<string>, scanId: string): ReadonlySet<string> {
  const next = new Set(hiddenIds);
  if (!next.delete(scanId)) next.add(scanId);
  return next;
}

export function useSceneLayers(): SceneLayers {
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(() => new Set());
  const [panoramaId, setPanoramaId] = useState<string | null>(null);
  return useMemo(
    () => ({
      hiddenIds,
      panoramaId,
      toggle: (scanId) => {
        // Toggling a scan leaves the panorama, so that the scene shows the effect.
        setPanoramaId(null);
        setHiddenIds((before) => toggleScan(before, scanId));
      },
      hideOnly: (scanIds) => {
        setPanoramaId(null);
        setHiddenIds(new Set(scanIds));
      },
      enterPanorama: setPanoramaId,
      leavePanorama: () => setPanoramaId(null),
    }),
    [hiddenIds, panoramaId],
  );
}
