import { distanceBetween } from "./camera-pose.ts";
import type { PlacedScan } from "./scan-placement.ts";
import type { ScanShowState, Vector3Tuple } from "./viewer.ts";

export interface ChosenScans {
  /** The panorama one stands in. */
  readonly standpoint: PlacedScan | undefined;
  /** The one that is stepped into as soon as it can be drawn. */
  readonly awaited: PlacedScan | undefined;
  /** To be loaded, in this order. */
  readonly wanted: readonly PlacedScan[];
  /** Of these, the ones whose turn it is. */
  readonly loading: readonly PlacedScan[];
  /** Drawn once loaded: inside a panorama nothing else, which waits behind it. */
  readonly seen: readonly PlacedScan[];
  /** Panoramas that have a place in the scene to be marked at. */
  readonly marked: readonly PlacedScan[];
}

/** Nobody sees more marks of other panoramas at once. */
const neighboursMax = 8;

/**
 * Which scans of a place are loaded and which are seen. A place of nothing but panoramas begins in its first.
 * @param panoramaId the panorama that somebody asked for
 * @param heldId the one they stand in meanwhile, whose picture stays until the other can be drawn; null in the scene
 */
export function chooseScans(
  scans: readonly PlacedScan[],
  hiddenIds: ReadonlySet<string>,
  panoramaId: string | null,
  heldId: string | null,
  states: Readonly<Record<string, ScanShowState>>,
): ChosenScans {
  const spatial = scans.filter(({ kind }) => kind !== "panorama");
  const findPanorama = (wantedId: string | null) =>
    scans.find(({ id, kind }) => id === wantedId && kind === "panorama");
  const asked = findPanorama(panoramaId) ?? (spatial.length === 0 ? scans[0] : undefined);
  const held = asked === undefined ? undefined : findPanorama(heldId);
  const seenTogether = spatial.filter(({ id }) => !hiddenIds.has(id));
  // What one comes from goes on being seen: the other panorama, or the scene once there is something of it.
  const isAnythingSeen = held !== undefined || seenTogether.some(({ id }) => states[id] === "shown");
  const isAwaited = asked !== undefined && asked !== held && isAnythingSeen && states[asked.id] !== "shown";
  const standpoint = isAwaited ? held : asked;
  const panoramas = [asked, ...(isAwaited ? [held] : [])].filter((scan) => scan !== undefined);
  const wanted = [...panoramas, ...seenTogether];
  // The first picture has the line to itself; what was loaded before one stepped into a panorama stays.
  const first = wanted[0];
  const isFirstDone = first === undefined || (states[first.id] ?? "loading") !== "loading";
  return {
    standpoint,
    awaited: isAwaited ? asked : undefined,
    wanted,
    loading: wanted.filter((scan) => scan === first || scan === held || isFirstDone || states[scan.id] !== undefined),
    seen: standpoint === undefined ? seenTogether : [standpoint],
    marked: chooseMarked(scans, standpoint),
  };
}

/** Panoramas with a place in the scene. From inside one nothing hides those far away: only its neighbours are marked. */
function chooseMarked(scans: readonly PlacedScan[], standpoint: PlacedScan | undefined): PlacedScan[] {
  const placed = scans.filter((scan) => scan.kind === "panorama" && scan.isPositionKnown && scan !== standpoint);
  if (standpoint === undefined || !standpoint.isPositionKnown) return standpoint === undefined ? placed : [];
  return sortByDistance(placed, standpoint.delivery.startView.position).slice(0, neighboursMax);
}

/** The nearest first. */
export function sortByDistance(scans: readonly PlacedScan[], from: Vector3Tuple): PlacedScan[] {
  const distanceOf = ({ delivery }: PlacedScan) => distanceBetween(delivery.startView.position, from);
  return scans.toSorted((a, b) => distanceOf(a) - distanceOf(b));
}
