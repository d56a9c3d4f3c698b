import type { PublishedBlueprint } from "@blueprint/contract/published";
import type { PublishedTour } from "@blueprint/contract/published-content";
import type { Standing } from "../anchors/whereabouts.tsx";
import type { SpokenAnchor, SpokenBlueprint } from "../place/visitor-language.ts";
import { listSheets, listStoreyPlans, type StoreyPlan } from "../plans/storey-plans.ts";
import { applyPlacements, type PlacedScan } from "../scans/scan-placement.ts";
import { listShown } from "../views/shown-objects.ts";
import type { HelpTopic } from "./viewer-help.tsx";
import type { Look, SheetContent, VisitorState } from "./visitor.store.ts";

type PublishedScan = PublishedBlueprint["scans"][number];

/** What a visitor sees of a place in a state: the scene, its plan or a drawing, and what can be done with it. */
export interface VisitorView {
  readonly selected: SpokenAnchor | undefined;
  /** Its position among the place's anchors; -1 without one. */
  readonly selectedIndex: number;
  readonly tour: PublishedTour | undefined;
  /** All scans but drawings. */
  readonly sceneScans: readonly PublishedScan[];
  /** Scans that are seen from outside and switched on. */
  readonly seen: readonly PlacedScan[];
  /** The drawing shown as a plain sheet, wherever it is placed. */
  readonly drawing: PublishedScan | undefined;
  /** Inside a panorama. */
  readonly isPanorama: boolean;
  /** Floors of the plan, lowest first, or pages of the drawing. */
  readonly storeyPlans: readonly StoreyPlan[];
  /** Changes where the plan has to be fitted anew. */
  readonly planKey: string;
  readonly look: Look;
  readonly isPlanShown: boolean;
  /** The scene is drawn, possibly behind the plan. */
  readonly isSceneShown: boolean;
  readonly isMeasurable: boolean;
  readonly hasScanFailed: boolean;
  readonly helpTopic: HelpTopic;
  readonly standing: Standing;
  /** What the sheet of a phone shows. */
  readonly sheetContent: SheetContent | "tour" | "card" | "route" | "measure" | null;
}

export function toVisitorView({ scene, scans }: SpokenBlueprint, state: VisitorState): VisitorView {
  const selectedIndex = scene.anchors.findIndex(({ id }) => id === state.selectedId);
  const selected = openAt(scene.anchors[selectedIndex], state.shownPage);
  const tour = scene.tours?.find(({ id }) => id === state.tourId);
  const sceneScans = scans.filter(({ kind }) => kind !== "plan");
  const drawing = scans.find(({ id, kind }) => kind === "plan" && (id === state.drawingId || sceneScans.length === 0));
  const isPanorama = !sceneScans.some(({ kind }) => kind !== "panorama") || state.panoramaId !== null;
  const switchedOn = applyPlacements(sceneScans).filter(({ id }) => !state.hiddenScanIds.has(id));
  const slices = switchedOn.find(({ delivery }) => delivery.plans.length > 0)?.delivery.plans ?? [];
  const laid = listShown(state.shown, "plans", scene.plans ?? []);
  const storeyPlans =
    drawing === undefined
      ? listStoreyPlans(slices, { ...scene, plans: [...laid] }, scans)
      : listSheets(drawing.delivery.plans);
  const isPlanShown = (state.isPlanOpen || drawing !== undefined) && storeyPlans.length > 0;
  const look = isPlanShown ? "plan" : state.mode;
  const states = Object.values(state.scanStates);
  const isSceneShown = state.problem === null && drawing === undefined && states.includes("shown");
  const isMeasurable = isSceneShown && !isPlanShown;
  return {
    selected,
    selectedIndex,
    tour,
    sceneScans,
    seen: switchedOn.filter(({ kind }) => kind !== "panorama"),
    drawing,
    isPanorama,
    storeyPlans,
    planKey: drawing?.id ?? slices[0]?.url ?? "drawings",
    look,
    isPlanShown,
    isSceneShown,
    isMeasurable,
    hasScanFailed: states.includes("failed"),
    helpTopic: isPlanShown ? "plan" : isPanorama ? "panorama" : state.mode,
    standing: isPanorama ? "panorama" : look === "walk" ? "floor" : "nowhere",
    sheetContent:
      state.sheet ??
      (tour !== undefined
        ? "tour"
        : selected !== undefined
          ? "card"
          : state.route !== null
            ? "route"
            : state.measure !== null && isMeasurable
              ? "measure"
              : null),
  };
}

/** An anchor whose document opens at a page. */
function openAt(anchor: SpokenAnchor | undefined, page: number | null): SpokenAnchor | undefined {
  if (page === null || anchor?.content?.type !== "pdf") return anchor;
  return { ...anchor, content: { ...anchor.content, page } };
}

/** Whether the visitor is somewhere in the place, not above it. */
export function isStanding({ standing, isPlanShown }: VisitorView): boolean {
  return standing !== "nowhere" && !isPlanShown;
}
