import type { EmbedPart } from "@blueprint/contract/embed-options";
import { createContext, type ReactNode, type RefObject, useContext } from "react";
import type { CameraWatch } from "../camera/camera-watch.ts";
import type { VisitCounting } from "../counting/use-visit-counting.ts";
import type { useSceneCanvas } from "../first-picture/use-scene-canvas.ts";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { VisitorSearch } from "../place/visitor-search.ts";
import { findStorey } from "../plans/plan-window.ts";
import type { SceneLayers } from "../scans/use-scene-layers.ts";
import type { SceneHandle } from "../scene/scene.ts";
import type { ShareChoice } from "../sharing/use-share-choices.ts";
import type { ViewAction } from "../sharing/use-view-actions.ts";
import type { Storeys } from "../storeys/use-storeys.ts";
import type { ViewPictures } from "../views/view-pictures.ts";
import type { VisitorState, VisitorStore } from "./visitor.store.ts";
import type { VisitorView } from "./visitor-view.ts";

/** One visitor in one place: what they look at, and the means to change it. */
export interface Visit {
  readonly blueprint: SpokenBlueprint;
  /** Search params of the place's URL under `/webxr`. */
  readonly search: VisitorSearch;
  /** Choices of language and audience, if any. */
  readonly choices: ReactNode;
  /** Parts of the screen that the page around an embedded place leaves out. */
  readonly hidden: ReadonlySet<EmbedPart>;
  readonly store: VisitorStore;
  readonly state: VisitorState;
  readonly view: VisitorView;
  readonly layers: SceneLayers;
  readonly storeys: Storeys;
  readonly actions: readonly ViewAction[];
  readonly shareChoices: readonly ShareChoice[];
  /** The code that draws scenes, once it is loaded. */
  readonly canvas: ReturnType<typeof useSceneCanvas>;
  /** The window is as small as a phone: there is a bar and a sheet instead of panels. */
  readonly isCompact: boolean;
  readonly sceneRef: RefObject<SceneHandle | null>;
  readonly listRef: RefObject<HTMLOListElement | null>;
  readonly mainRef: RefObject<HTMLElement | null>;
  readonly camera: CameraWatch;
  readonly pictures: ViewPictures;
  readonly counting: VisitCounting;
}

export const VisitContext = createContext<Visit | null>(null);

export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (visit === null) throw new Error("This part of the screen belongs inside a visit.");
  return visit;
}

/** The storey that the plan shows: the chosen one, otherwise that of the open card or of the camera. */
export function findPlanStorey({ state, view, storeys }: Visit): number {
  const heightM = (view.selected?.position ?? state.pose?.position)?.[1] ?? 0;
  return storeys.storey ?? findStorey(storeys.floorsM, heightM);
}
