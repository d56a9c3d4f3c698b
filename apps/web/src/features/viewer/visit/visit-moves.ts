import type { PublishedStop, PublishedView, PublishedZone } from "@blueprint/contract/published-content";
import { flushSync } from "react-dom";
import { findStorey } from "../plans/plan-window.ts";
import { toFirstLook, toRoutePose } from "../routes/route-pose.ts";
import type { ScanHit, Vector3Tuple } from "../scene/scene.ts";
import { listShown } from "../views/shown-objects.ts";
import { toZonePose } from "../zones/zone-pose.ts";
import type { Visit } from "./visit.ts";
import {
  closeCard,
  type Look,
  look,
  makeWayForCard,
  refinePoint,
  setMeasurePoint,
  showEverything,
  showView,
  stopMeasuring,
  toggleMeasuring,
  type VisitorRoute,
  type VisitorStore,
} from "./visitor.store.ts";

/** What a visitor does that also moves the camera or the focus. The canvas has to be in its new state first. */

export function lookAt({ store, sceneRef }: Visit, next: Look): void {
  look(store, next, next === "plan" ? (sceneRef.current?.getPose() ?? null) : null);
}

/** Moves from the plan to the chosen point, keeping the heading. */
export function goTo(visit: Visit, floorPoint: Vector3Tuple): void {
  flushSync(() => lookAt(visit, "walk"));
  visit.sceneRef.current?.walkNear(floorPoint);
  visit.sceneRef.current?.focus();
}

/** Opens the card that was asked for: what was open in the sheet makes way. */
export function openAnchor(visit: Visit, anchorId: string): void {
  makeWayForCard(visit.store);
  showAnchor(visit, anchorId);
}

/** Opens the next or previous place's card. */
export function stepAnchor(visit: Visit, by: 1 | -1): void {
  const { anchors } = visit.blueprint.scene;
  const next = anchors[(visit.view.selectedIndex + by + anchors.length) % anchors.length];
  if (next !== undefined) openAnchor(visit, next.id);
}

function showAnchor({ blueprint, store, state, view, storeys, sceneRef }: Visit, anchorId: string): void {
  const { anchors } = blueprint.scene;
  // Selecting an anchor that the view hides shows everything.
  if (!listShown(state.shown, "anchors", anchors).some(({ id }) => id === anchorId))
    flushSync(() => showEverything(store));
  const height = anchors.find(({ id }) => id === anchorId)?.position[1];
  if (height !== undefined && view.drawing === undefined) {
    if (view.look === "plan" && view.storeyPlans.length > 1) storeys.choose(findStorey(storeys.floorsM, height));
    else storeys.reveal(height);
  }
  store.setState({ selectedId: anchorId, shownPage: null, shownZoneId: null });
  sceneRef.current?.flyToAnchor(anchorId);
}

/** Closes the card. The focus returns to its place in the list, or to the scene if that isn't there. */
export function closeAnchor({ store, listRef, sceneRef }: Visit): void {
  const { selectedId } = store.getState();
  if (selectedId === null) return;
  flushSync(() => closeCard(store));
  const button = listRef.current?.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(selectedId)}"]`);
  if (button) button.focus();
  else sceneRef.current?.focus();
}

export function chooseView({ store, sceneRef }: Visit, view: PublishedView): void {
  flushSync(() => showView(store, view, sceneRef.current?.getPose() ?? null));
  sceneRef.current?.setPose({ position: view.position, target: view.target });
}

/** Shows a tour's stop: a card, a view, or a zone. */
export function showStop(visit: Visit, { anchorId, viewId, zoneId }: PublishedStop): void {
  const { blueprint, store, state } = visit;
  if (state.begunTourId !== null) {
    const isHere = state.begunTourId === state.tourId;
    store.setState({ begunTourId: null });
    if (isHere) return;
  }
  if (anchorId !== undefined) {
    showAnchor(visit, anchorId);
    return;
  }
  store.setState({ selectedId: null });
  const view = blueprint.scene.views?.find(({ id }) => id === viewId);
  if (view !== undefined) {
    chooseView(visit, view);
    return;
  }
  const zone = blueprint.scene.zones?.find(({ id }) => id === zoneId);
  if (zone !== undefined) showZone(visit, zone);
}

/** Highlights a zone and shows it whole, from outside it, whatever was looked at before. */
export function showZone(visit: Visit, zone: PublishedZone): void {
  const { store, storeys, sceneRef } = visit;
  flushSync(() => {
    lookAt(visit, "orbit");
    showEverything(store);
    store.setState({ shownZoneId: zone.id });
  });
  storeys.reveal(zone.heights[0]);
  const now = sceneRef.current?.getPose();
  if (now !== undefined) sceneRef.current?.setPose(toZonePose(zone, now));
}

/** Cuts the building open at a storey, and shows it whole. @param index of the storey, lowest first */
export function showStorey(visit: Visit, index: number): void {
  const { store, storeys, sceneRef } = visit;
  flushSync(() => {
    if (visit.view.look !== "plan") lookAt(visit, "orbit");
    showEverything(store);
  });
  storeys.choose(index);
  if (visit.view.look !== "plan") sceneRef.current?.resetView();
}

/** Whether there are floors to find a route on. */
export function canWalk({ view }: Visit): boolean {
  return view.isSceneShown && !view.isPanorama && view.seen.length > 0;
}

/** Route searches in progress. */
const searches = new WeakMap<VisitorStore, AbortController>();

/** Finds a walking route and shows it: walkers look along it, others see it as a whole. */
export async function showRoute(
  visit: Visit,
  { to, name, stepFree }: Pick<VisitorRoute, "to" | "name" | "stepFree">,
): Promise<void> {
  const { store, storeys, view, sceneRef } = visit;
  searches.get(store)?.abort();
  const search = new AbortController();
  searches.set(store, search);
  const { signal } = search;
  flushSync(() => {
    showEverything(store);
    store.setState({ sheet: null, returnsTo: null, selectedId: null, tourId: null });
    store.setState({ route: { to, name, stepFree, found: undefined } });
  });
  if (view.look !== "plan") storeys.reveal(to[1]);
  const found = (await sceneRef.current?.findRoute(to, { stepFree, signal })) ?? null;
  const asked = store.getState().route;
  // Closed, or replaced by another search.
  if (signal.aborted || asked === null) return;
  store.setState({ route: { ...asked, found } });
  const now = sceneRef.current?.getPose();
  if (found === null || now === undefined) return;
  const pose = view.look === "walk" ? toFirstLook(found.points, now) : toRoutePose(found.points, now);
  if (pose !== null) sceneRef.current?.setPose(pose);
}

/** Closes the route, or ends the search for it. */
export function closeRoute({ store, sceneRef }: Visit): void {
  searches.get(store)?.abort();
  store.setState({ route: null });
  sceneRef.current?.focus();
}

/** Walks to the end of the shown route. */
export function goAlong(visit: Visit): void {
  const end = visit.store.getState().route?.found?.points.at(-1);
  if (end !== undefined) goTo(visit, end);
}

/** Starts or stops measuring. The focus goes to the scene, which handles the keys that move the camera and set points. */
export function switchMeasuring({ store, sceneRef }: Visit): void {
  toggleMeasuring(store);
  sceneRef.current?.focus();
}

export function endMeasuring({ store, sceneRef }: Visit): void {
  stopMeasuring(store);
  sceneRef.current?.focus();
}

/** Sets a point by pointer. */
export function measureAt(visit: Visit, clientX: number, clientY: number): void {
  measure(visit, (onFiner) => visit.sceneRef.current?.pickAt(clientX, clientY, onFiner));
}

/** Sets a point at the centre of the view, by keyboard. */
export function measureAtAim(visit: Visit): void {
  measure(visit, (onFiner) => visit.sceneRef.current?.pickAtCentre(onFiner));
}

/** A point is set at once and moves when finer detail arrives. */
function measure(
  { blueprint, store }: Visit,
  pick: (onFiner: (hit: ScanHit) => void) => ScanHit | null | undefined,
): void {
  const kindOf = (hit: ScanHit) => blueprint.scans.find(({ id }) => id === hit.scanId)?.kind;
  let set: Vector3Tuple | null = null;
  const hit =
    pick((finer) => {
      const kind = kindOf(finer);
      if (set === null || kind === undefined) return;
      refinePoint(store, set, finer, kind);
      set = finer.point;
    }) ?? null;
  const kind = hit === null ? undefined : kindOf(hit);
  setMeasurePoint(store, hit, kind);
  if (hit !== null && kind !== undefined) set = hit.point;
}
