import { findFirstScan } from "@blueprint/contract/first-picture";
import type { PlaceLinkKind } from "@blueprint/contract/place-link";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import type { PublishedStop, PublishedView } from "@blueprint/contract/published-content";
import { poseInFrontOf } from "../camera/camera-pose.ts";
import { listStoreyPlans } from "../plans/storey-plans.ts";
import { applyPlacements, listStandpoints, startViewOf } from "../scans/scan-placement.ts";
import type { CameraPose } from "../scene/scene.ts";
import { openStorey } from "../storeys/storeys.ts";
import { toZonePose } from "../zones/zone-pose.ts";
import { findWrittenLink } from "./place-link.ts";
import { readSharedView, type SharedView } from "./shared-view.ts";

type Place = Pick<PublishedBlueprint, "scene" | "scans">;

/** Where a link starts a visit. */
export interface LinkedStart extends Omit<SharedView, "pose"> {
  /** Null starts where the place does. */
  readonly pose: CameraPose | null;
  readonly isPlanOpen: boolean;
  /** The saved view that decides what is hidden. */
  readonly view: PublishedView | null;
  readonly tourId: string | null;
}

/** What a link can ask for in vain; a camera stands anywhere. */
export type LinkedThing = Exclude<PlaceLinkKind, "camera">;

/** What a link opens, and what of it the place doesn't have, or not for this visitor. */
export interface OpenedLink {
  readonly start: LinkedStart | null;
  readonly missing: LinkedThing | null;
}

const placeStart: LinkedStart = {
  mode: "orbit",
  pose: null,
  panoramaId: null,
  hiddenScanIds: null,
  storey: null,
  cutM: null,
  anchorId: null,
  isPlanOpen: false,
  view: null,
  tourId: null,
};
/** Distance from which an anchor is seen, metres. */
const anchorReachM = 2;

/** Needs neither three.js nor React: the first picture is drawn from here, before the page's code is loaded. */
export function findLinkedStart(place: Place, params: URLSearchParams): OpenedLink {
  const link = findWrittenLink(params);
  if (link === null) return { start: null, missing: null };
  const { kind, text } = link;
  if (kind === "camera") return openCamera(place, text);
  const start = kind === "storey" ? startOnStorey(place, text) : startAt(place, kind, text);
  return { start, missing: start === null ? kind : null };
}

/** Whether a visit starts with the picture of this scan: a link may hide it, or start in a panorama. */
export function showsFirstScan(linked: LinkedStart | null, scanId: string): boolean {
  if (linked === null) return true;
  const hiddenIds = linked.hiddenScanIds ?? linked.view?.hiddenScans ?? [];
  return !hiddenIds.includes(scanId) && (linked.panoramaId === null || linked.panoramaId === scanId);
}

function openCamera({ scans, scene }: Place, text: string): OpenedLink {
  const view = readSharedView(text);
  if (view === null) return { start: null, missing: null };
  const { panoramaId, hiddenScanIds, anchorId } = view;
  const isPanorama = scans.flatMap(listStandpoints).some(({ id, kind }) => id === panoramaId && kind === "panorama");
  const hasAnchor = scene.anchors.some(({ id }) => id === anchorId);
  const start = {
    ...placeStart,
    ...view,
    panoramaId: isPanorama ? panoramaId : null,
    hiddenScanIds: hiddenScanIds?.filter((id) => scans.some((scan) => scan.id === id)) ?? null,
    anchorId: hasAnchor ? anchorId : null,
  };
  return { start, missing: anchorId === null || hasAnchor ? null : "anchor" };
}

function startAt(place: Place, kind: "anchor" | "view" | "tour", id: string): LinkedStart | null {
  if (kind === "anchor") return startAtAnchor(place, id);
  if (kind === "view") return startAtView(place, id);
  const stop = place.scene.tours?.find((tour) => tour.id === id)?.stops[0];
  return stop === undefined ? null : { ...startAtStop(place, stop), tourId: id };
}

function startAtAnchor(place: Place, anchorId: string): LinkedStart | null {
  const anchor = place.scene.anchors.find(({ id }) => id === anchorId);
  if (anchor === undefined) return null;
  const { position, normal } = anchor;
  const from = findPlaceStart(place)?.position ?? position;
  return { ...placeStart, anchorId, pose: poseInFrontOf(position, normal, from, anchorReachM) };
}

function startAtView({ scene }: Place, viewId: string): LinkedStart | null {
  const view = scene.views?.find(({ id }) => id === viewId);
  if (view === undefined) return null;
  const { mode, position, target } = view;
  const isPlanOpen = mode === "plan";
  return { ...placeStart, view, mode: isPlanOpen ? "orbit" : mode, isPlanOpen, pose: { position, target } };
}

function startAtStop(place: Place, { anchorId, viewId, zoneId }: PublishedStop): LinkedStart {
  const zone = place.scene.zones?.find(({ id }) => id === zoneId);
  const now = findPlaceStart(place);
  return (
    (anchorId === undefined ? null : startAtAnchor(place, anchorId)) ??
    (viewId === undefined ? null : startAtView(place, viewId)) ??
    (zone === undefined || now === null ? placeStart : { ...placeStart, pose: toZonePose(zone, now) })
  );
}

function startOnStorey({ scene, scans }: Place, text: string): LinkedStart | null {
  const slices = applyPlacements(scans.filter(({ kind }) => kind !== "plan")).find(
    ({ delivery }) => delivery.plans.length > 0,
  );
  const floorsM = listStoreyPlans(slices?.delivery.plans ?? [], scene, scans).map(({ floorM }) => floorM);
  const storey = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return storey < floorsM.length ? { ...placeStart, ...openStorey(floorsM, storey) } : null;
}

function findPlaceStart({ scans }: Place): CameraPose | null {
  const first = findFirstScan(applyPlacements(scans));
  return first === undefined ? null : startViewOf(first);
}
