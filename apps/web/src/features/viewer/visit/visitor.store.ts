import type { PublishedView } from "@blueprint/contract/published-content";
import type { ScanKind } from "@blueprint/contract/scan-formats";
import { createStore, type StoreApi } from "zustand";
import type { Conversation } from "../../../lib/live-ai/conversation.ts";
import { addMeasurePoint, refineMeasurePoint, startMeasure, type VisitorMeasure } from "../measure/visitor-measure.ts";
import type { Route } from "../routes/find-route.ts";
import { toggleScan } from "../scans/use-scene-layers.ts";
import type {
  CameraPose,
  CanvasProblem,
  ImmersiveKind,
  ScanHit,
  ScanShowState,
  Vector3Tuple,
  ViewMode,
} from "../scene/scene.ts";
import type { LinkedStart } from "../sharing/linked-start.ts";
import { type StoreyChoice, wholeBuilding } from "../storeys/storeys.ts";
import { everythingShown, type Shown, toShown } from "../views/shown-objects.ts";
import type { SheetHeight } from "./sheet-height.ts";

/** Navigation modes of the scene, or the plan of its walls from above. */
export type Look = ViewMode | "plan";
/** What visitors open on a phone themselves; a card, a tour and a measurement use the same sheet. */
export type SheetContent = "list" | "guide" | "more" | "help";

/** A walking route that a visitor asked for. */
export interface VisitorRoute {
  readonly to: Vector3Tuple;
  /** Of what it leads to. */
  readonly name: string;
  readonly stepFree: boolean;
  /** Undefined while it is looked for; null if there is none. */
  readonly found: Route | null | undefined;
}

/** What a visitor looks at. */
export interface VisitorState {
  /** Kept while the plan is open, so that the scene behind it doesn't change. */
  readonly mode: ViewMode;
  readonly isPlanOpen: boolean;
  /** The camera when the plan was opened last. */
  readonly pose: CameraPose | null;
  readonly hiddenScanIds: ReadonlySet<string>;
  /** The panorama that the camera is in; null in the scene. */
  readonly panoramaId: string | null;
  /** The drawing whose sheet is shown instead of the scene. */
  readonly drawingId: string | null;
  /** The chosen view, until everything is shown again. */
  readonly viewId: string | null;
  /** What it hides. */
  readonly shown: Shown;
  readonly storeys: StoreyChoice;
  /** The anchor whose card is open. */
  readonly selectedId: string | null;
  /** The page at which its document was found; null for the team's own. */
  readonly shownPage: number | null;
  /** Closing the card returns to what it was opened from. */
  readonly returnsTo: "list" | "guide" | null;
  /** The zone that was asked for last; it is highlighted. */
  readonly shownZoneId: string | null;
  /** The question searched for last; empty before the first. */
  readonly question: string;
  /** With the AI service, once the visitor has turned it on. */
  readonly conversation: Conversation | null;
  readonly tourId: string | null;
  /** The camera starts at the first stop of this tour, without a flight. */
  readonly begunTourId: string | null;
  readonly route: VisitorRoute | null;
  readonly measure: VisitorMeasure | null;
  /** The last point met no surface. */
  readonly hasMissed: boolean;
  /** Takes precedence in the sheet until it is closed. */
  readonly sheet: SheetContent | null;
  readonly sheetHeight: SheetHeight;
  /** Under the title on a desktop; on a phone it is in the sheet. */
  readonly panel: "list" | "guide" | null;
  readonly scanStates: Readonly<Record<string, ScanShowState>>;
  readonly problem: CanvasProblem | null;
  readonly immersive: ImmersiveKind | null;
  /** Each attempt creates a new canvas. */
  readonly attempt: number;
}

export type VisitorStore = StoreApi<VisitorState>;

/** How a visit begins. A link takes precedence over the team's start view. */
export interface VisitStart {
  readonly startView: PublishedView | undefined;
  readonly linked: LinkedStart | null;
  /** Scans that the first picture shows already. */
  readonly begunScanIds: readonly string[];
  readonly isListShown: boolean;
}

export function createVisitorStore({ startView, linked, begunScanIds, isListShown }: VisitStart): VisitorStore {
  return createStore<VisitorState>(() => ({
    mode: linked?.mode ?? "orbit",
    isPlanOpen: linked?.isPlanOpen ?? false,
    pose: linked?.isPlanOpen === true ? linked.pose : null,
    hiddenScanIds: new Set(linked?.hiddenScanIds ?? startView?.hiddenScans),
    panoramaId: linked?.panoramaId ?? null,
    drawingId: null,
    viewId: linked?.view?.id ?? null,
    shown: startView === undefined ? everythingShown : toShown(startView),
    storeys: linked === null ? wholeBuilding : { storey: linked.storey, cutM: linked.cutM },
    selectedId: linked?.anchorId ?? null,
    shownPage: null,
    returnsTo: null,
    shownZoneId: null,
    question: "",
    conversation: null,
    tourId: linked?.tourId ?? null,
    begunTourId: linked?.tourId ?? null,
    route: null,
    measure: null,
    hasMissed: false,
    sheet: null,
    sheetHeight: "half",
    panel: isListShown ? "list" : null,
    scanStates: Object.fromEntries(begunScanIds.map((id) => [id, "shown" as const])),
    problem: null,
    immersive: null,
    attempt: 0,
  }));
}

/** Shows the scene, or its plan with the camera's last position. */
export function look(store: VisitorStore, next: Look, pose: CameraPose | null): void {
  if (next === "plan") store.setState({ panoramaId: null, isPlanOpen: true, pose });
  else store.setState({ panoramaId: null, isPlanOpen: false, mode: next });
}

/** Shows what a view shows, in its mode. @param pose the camera's at present */
export function showView(store: VisitorStore, view: PublishedView, pose: CameraPose | null): void {
  look(store, view.mode, pose);
  store.setState({
    shownZoneId: null,
    viewId: view.id,
    hiddenScanIds: new Set(view.hiddenScans),
    shown: toShown(view),
  });
}

export function showEverything(store: VisitorStore): void {
  store.setState({ viewId: null, shown: everythingShown, shownZoneId: null });
}

/** Switches a scan off or on. This leaves the panorama, so that the scene shows the effect. */
export function toggleHiddenScan(store: VisitorStore, scanId: string): void {
  store.setState(({ hiddenScanIds }) => ({ panoramaId: null, hiddenScanIds: toggleScan(hiddenScanIds, scanId) }));
}

/** Makes way for a card that was asked for: what was open in the sheet closes. */
export function makeWayForCard(store: VisitorStore): void {
  store.setState(({ sheet, selectedId, sheetHeight, returnsTo }) => ({
    returnsTo: sheet === null ? returnsTo : sheet === "list" || sheet === "guide" ? sheet : null,
    sheetHeight: selectedId === null ? "half" : sheetHeight,
    sheet: null,
  }));
}

/** Closes the card, and opens again what it was opened from. */
export function closeCard(store: VisitorStore): void {
  const { returnsTo } = store.getState();
  if (returnsTo !== null) openSheet(store, returnsTo);
  store.setState({ selectedId: null, returnsTo: null });
}

export function openSheet(store: VisitorStore, sheet: SheetContent | null): void {
  store.setState({ sheet, sheetHeight: "half" });
}

/** Opens or closes the guide: in the sheet on a phone, under the title on a desktop. */
export function toggleGuide(store: VisitorStore, isCompact: boolean): void {
  const { sheet, panel } = store.getState();
  if (isCompact) openSheet(store, sheet === "guide" ? null : "guide");
  else store.setState({ panel: panel === "guide" ? null : "guide" });
}

export function startTour(store: VisitorStore, tourId: string): void {
  openSheet(store, null);
  store.setState({ returnsTo: null, shownZoneId: null, tourId });
}

export function toggleMeasuring(store: VisitorStore): void {
  store.setState(({ measure }) => ({ measure: measure === null ? startMeasure("distance") : null, hasMissed: false }));
}

export function stopMeasuring(store: VisitorStore): void {
  store.setState({ measure: null });
}

export function changeMeasure(store: VisitorStore, measure: VisitorMeasure): void {
  store.setState({ measure, hasMissed: false });
}

/** Sets a point where a scan was hit, or notes that nothing was. */
export function setMeasurePoint(store: VisitorStore, hit: ScanHit | null, kind: ScanKind | undefined): void {
  if (hit === null || kind === undefined) store.setState({ hasMissed: true });
  else
    store.setState(({ measure }) => ({
      hasMissed: false,
      measure: addMeasurePoint(measure ?? startMeasure("distance"), hit, kind),
    }));
}

/** Moves a point to where finer detail was hit, unless it is gone. */
export function refinePoint(store: VisitorStore, former: Vector3Tuple, finer: ScanHit, kind: ScanKind): void {
  store.setState(({ measure }) => ({ measure: measure && refineMeasurePoint(measure, former, finer, kind) }));
}

export function noteScanState(store: VisitorStore, scanId: string, state: ScanShowState): void {
  store.setState(({ scanStates }) => ({ scanStates: { ...scanStates, [scanId]: state } }));
}

/** Starts over with a new canvas. */
export function retryCanvas(store: VisitorStore): void {
  store.setState(({ attempt }) => ({ scanStates: {}, attempt: attempt + 1 }));
}
