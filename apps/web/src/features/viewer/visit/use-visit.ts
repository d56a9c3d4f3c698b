import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { CameraWatch } from "../camera/camera-watch.ts";
import { findHiddenParts } from "../embedding/frame-options.ts";
import { useSceneCanvas } from "../first-picture/use-scene-canvas.ts";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { VisitorSearch } from "../place/visitor-search.ts";
import type { SceneLayers } from "../scans/use-scene-layers.ts";
import type { SceneHandle } from "../scene/scene.ts";
import type { LinkedStart, LinkedThing } from "../sharing/linked-start.ts";
import { useShareChoices } from "../sharing/use-share-choices.ts";
import { useViewActions } from "../sharing/use-view-actions.ts";
import { useStoreys } from "../storeys/use-storeys.ts";
import { ViewPictures } from "../views/view-pictures.ts";
import { listLookedAt } from "./looked-at.ts";
import { startVisit } from "./start-visit.ts";
import { useCounting } from "./use-counting.ts";
import { useIsCompact } from "./use-is-compact.ts";
import type { Visit } from "./visit.ts";
import { createVisitorStore, toggleHiddenScan, type VisitorState, type VisitorStore } from "./visitor.store.ts";
import { toVisitorView } from "./visitor-view.ts";

/** @param isCounted whether the place's team learns of it @returns the visit, where the link in its address started it, and what of that link is missing */
export function useNewVisit(
  blueprint: SpokenBlueprint,
  search: VisitorSearch,
  choices: ReactNode,
  isCounted: boolean,
): { readonly visit: Visit; readonly linked: LinkedStart | null; readonly missing: LinkedThing | null } {
  const [{ hidden, store, linked, missing, camera, pictures }] = useState(() => {
    const start = startVisit(blueprint, window.location.search);
    const hidden = findHiddenParts();
    const store = createVisitorStore({ ...start, isListShown: !hidden.has("list") });
    const { linked, missing } = start;
    return { hidden, store, linked, missing, camera: new CameraWatch(), pictures: new ViewPictures() };
  });
  useEffect(() => () => pictures.clear(), [pictures]);
  useEffect(() => () => store.getState().conversation?.close(), [store]);
  const sceneRef = useRef<SceneHandle>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const mainRef = useRef<HTMLElement>(null);
  const isCompact = useIsCompact();
  const state = useStore(store);
  const wording = useWording();
  const view = useMemo(() => toVisitorView(blueprint, state), [blueprint, state]);
  const canvas = useSceneCanvas(state.attempt);
  const layers = useLayers(store, state);
  const storeys = useStoreys(
    view.drawing === undefined ? view.storeyPlans : [],
    view.seen.map(({ delivery }) => delivery.bounds),
    view.look,
    sceneRef,
    state.storeys,
    (next) => store.setState({ storeys: next }),
  );
  const actions = useViewActions(sceneRef, blueprint.name, view.isMeasurable).filter(
    ({ id }) => id !== "picture" || !hidden.has("share"),
  );
  const shareable = useShareChoices(
    sceneRef,
    blueprint.name,
    {
      mode: state.mode,
      panoramaId: state.panoramaId,
      // With one scan there is nothing to switch off.
      hiddenScanIds: view.sceneScans.length < 2 ? null : [...state.hiddenScanIds],
      storey: storeys.storey,
      cutM: storeys.cutM,
      anchorId: view.selected?.id ?? null,
    },
    listLookedAt(blueprint, state, view, storeys.storey, wording),
    view.isMeasurable,
  );
  const shareChoices = hidden.has("share") ? [] : shareable;
  const counting = useCounting({ blueprint, search, state, view, camera }, isCounted);
  const visit = {
    ...{
      blueprint,
      search,
      choices,
      hidden,
      store,
      state,
      view,
      layers,
      storeys,
      actions,
      shareChoices,
      canvas,
      isCompact,
    },
    ...{ sceneRef, listRef, mainRef, camera, pictures, counting },
  };
  return { visit, linked, missing };
}

function useLayers(store: VisitorStore, { hiddenScanIds, panoramaId }: VisitorState): SceneLayers {
  return useMemo(
    () => ({
      hiddenIds: hiddenScanIds,
      panoramaId,
      toggle: (scanId) => toggleHiddenScan(store, scanId),
      hideOnly: (scanIds) => store.setState({ panoramaId: null, hiddenScanIds: new Set(scanIds) }),
      enterPanorama: (scanId) => store.setState({ panoramaId: scanId }),
      leavePanorama: () => store.setState({ panoramaId: null }),
    }),
    [store, hiddenScanIds, panoramaId],
  );
}
