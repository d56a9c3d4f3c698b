import { useMemo, useState } from "react";

/** Which scans of a place one has switched off, and the panorama one stands in. */
export interface SceneLayers {
  readonly hiddenIds: ReadonlySet<string>;
  readonly panoramaId: string | null;
  readonly toggle: (scanId: string) => void;
  /** Switches exactly these off, and steps out of the panorama. */
  readonly hideOnly: (scanIds: readonly string[]) => void;
  readonly enterPanorama: (scanId: string) => void;
  readonly leavePanorama: () => void;
}

/** @param offAtFirst scans that are switched off before anybody chooses */
export function useSceneLayers(offAtFirst: readonly string[] = []): SceneLayers {
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(() => new Set(offAtFirst));
  const [panoramaId, setPanoramaId] = useState<string | null>(null);
  return useMemo(
    () => ({
      hiddenIds,
      panoramaId,
      toggle: (scanId) => {
        // Switching scans is about the scene: one steps out of the panorama to see it.
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
