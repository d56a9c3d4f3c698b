import type { PlacedScan } from "./scan-placement.ts";
import type { ScanShowState } from "./viewer.ts";

export interface ChosenScans {
  /** The panorama one stands in. */
  readonly standpoint: PlacedScan | undefined;
  /** To be loaded, in this order. */
  readonly wanted: readonly PlacedScan[];
  /** Of these, the ones whose turn it is. */
  readonly loading: readonly PlacedScan[];
  /** Drawn once loaded: inside a panorama nothing else, which waits behind it. */
  readonly seen: readonly PlacedScan[];
  /** Panoramas that have a place in the scene to be marked at. */
  readonly marked: readonly PlacedScan[];
}

/** Which scans of a place are loaded and which are seen. A place of nothing but panoramas begins in its first. */
export function chooseScans(
  scans: readonly PlacedScan[],
  hiddenIds: ReadonlySet<string>,
  panoramaId: string | null,
  states: Readonly<Record<string, ScanShowState>>,
): ChosenScans {
  const spatial = scans.filter(({ kind }) => kind !== "panorama");
  const standpoint =
    scans.find(({ id, kind }) => id === panoramaId && kind === "panorama") ??
    (spatial.length === 0 ? scans[0] : undefined);
  const seenTogether = spatial.filter(({ id }) => !hiddenIds.has(id));
  const wanted = standpoint === undefined ? seenTogether : [standpoint, ...seenTogether];
  // The first picture has the line to itself; what was loaded before one stepped into a panorama stays.
  const first = wanted[0];
  const isFirstDone = first === undefined || (states[first.id] ?? "loading") !== "loading";
  return {
    standpoint,
    wanted,
    loading: wanted.filter((scan) => scan === first || isFirstDone || states[scan.id] !== undefined),
    seen: standpoint === undefined ? wanted : [standpoint],
    marked: scans
      .filter(({ kind, isPositionKnown }) => kind === "panorama" && isPositionKnown)
      .filter((scan) => scan !== standpoint),
  };
}
