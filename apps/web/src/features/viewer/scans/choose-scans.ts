import { distanceBetween } from "../camera/camera-pose.ts";
import type { ScanShowState, Vector3Tuple } from "../scene/scene.ts";
import type { PlacedScan } from "./scan-placement.ts";

export interface ChosenScans {
  /** The panorama that the camera is in. */
  readonly standpoint: PlacedScan | undefined;
  /** The panorama to enter as soon as it can be drawn. */
  readonly awaited: PlacedScan | undefined;
  /** Scans to load, in this order. */
  readonly wanted: readonly PlacedScan[];
  /** The wanted scans to load now. */
  readonly loading: readonly PlacedScan[];
  /** Scans drawn once loaded: inside a panorama only that one, and the rest wait behind it. */
  readonly seen: readonly PlacedScan[];
  /** Panoramas with a known position to mark in the scene. */
  readonly marked: readonly PlacedScan[];
}

/** At most this many marks of other panoramas at once. */
const neighboursMax = 8;

/**
 * Decides which scans of a place to load and which to show. A place with nothing but panoramas starts in the first one.
 * @param panoramaId the requested panorama
 * @param heldId the current panorama, shown until the requested one can be drawn; null in the scene
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
  // The previous view stays visible: the other panorama, or the scene once some of it is loaded.
  const isAnythingSeen = held !== undefined || seenTogether.some(({ id }) => states[id] === "shown");
  const isAwaited = asked !== undefined && asked !== held && isAnythingSeen && states[asked.id] !== "shown";
  const standpoint = isAwaited ? held : asked;
  const panoramas = [asked, ...(isAwaited ? [held] : [])].filter((scan) => scan !== undefined);
  const wanted = [...panoramas, ...seenTogether];
  // The first scan gets the whole bandwidth; scans loaded before a panorama was entered stay.
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

/**
 * Panoramas with a position in the scene. From inside one, nothing hides distant panoramas, so only its neighbours are
 * marked.
 */
function chooseMarked(scans: readonly PlacedScan[], standpoint: PlacedScan | undefined): PlacedScan[] {
  const placed = scans.filter((scan) => scan.kind === "panorama" && scan.isPositionKnown && scan !== standpoint);
  if (standpoint === undefined || !standpoint.isPositionKnown) return standpoint === undefined ? placed : [];
  return sortByDistance(placed, standpoint.delivery.startView.position).slice(0, neighboursMax);
}

/** Nearest first. */
export function sortByDistance(scans: readonly PlacedScan[], from: Vector3Tuple): PlacedScan[] {
  const distanceOf = ({ delivery }: PlacedScan) => distanceBetween(delivery.startView.position, from);
  return scans.toSorted((a, b) => distanceOf(a) - distanceOf(b));
}
