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

/**
 * @param offAtFirst scans that are off initially
 * @param panoramaAtFirst the panorama that the camera is in initially
 */
export function useSceneLayers(offAtFirst: readonly string[] = [], panoramaAtFirst: string | null = null): SceneLayers {
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(() => new Set(offAtFirst));
  const [panoramaId, setPanoramaId] = useState(panoramaAtFirst);
  return useMemo(
    () => ({
      hiddenIds,
      panoramaId,
      toggle: (scanId) => {
        // Toggling a scan leaves the panorama, so that the scene shows the effect.
        setPanoramaId(null);
        setHiddenIds((before) => {
          const next = new Set(before);
          if (!next.delete(scanId)) next.add(scanId);
          return next;
        });
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
