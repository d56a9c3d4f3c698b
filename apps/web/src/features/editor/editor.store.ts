import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ChangeSummary } from "@blueprint/contract/scene-history";
import type { Scene } from "@blueprint/scene/read-scene";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import type { SpaceMove } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { createStore, type StoreApi } from "zustand";
import { everythingShown, type SceneLayers, type Shown } from "../viewer/viewer.ts";
import { findSingle, type Selection } from "./selection.ts";
import type { AlignTask } from "./tools/align/align-task.ts";
import type { Draft } from "./tools/draw/draft.ts";
import { type SnapSettings, startSnap } from "./tools/snap-settings.ts";
import type { ToolStage } from "./tools/tool-stage.ts";

export type EditorTool = "select" | "anchor" | "zone" | "measure" | "align" | "comment";
export type EditorMode = "orbit" | "walk" | "fly";
/** The 3D view, or the plan of one storey. */
export type EditorView = "scene" | "plan";
/** On a phone, at most one side is open at a time; on a desktop both always are. */
export type OpenSide = "outline" | "inspector" | null;
export type EditorDialog =
  | "help"
  | "share"
  | "short-links"
  | "publish"
  | "palette"
  | "comments"
  | "exchange"
  | "settings"
  | "corners"
  | null;

/** The panel shown beside the scene in place of the selection's properties. */
export type EditorPanel = "history" | "tours" | "guide" | null;

/** A point of the history: the end of a change set, or a named version. */
export interface Moment {
  readonly editId: number;
  /** Who or which version, and when. */
  readonly label: string;
  /** What was done, or the version's name. */
  readonly title: string;
  /** What the change set changed; null for a named version, and if unknown. */
  readonly changes: ChangeSummary | null;
}

/** A moment that the outline and the 3D view show instead of the current document, read-only. */
export interface PastMoment {
  readonly moment: Moment;
  readonly side: "before" | "after";
  readonly scene: Scene;
}

export interface ComparedMoment {
  readonly label: string;
  /** By id. */
  readonly changes: ReadonlyMap<string, "added" | "moved" | "changed" | "removed">;
  /** Deleted objects that are not in the scene. */
  readonly removedCount: number;
}

/** Metres, world frame, with the storey it lies on. */
export interface CommentPoint {
  readonly position: Vector3;
  readonly floor: number;
}

export interface EditorState {
  readonly tool: EditorTool;
  readonly mode: EditorMode;
  readonly view: EditorView;
  readonly selection: Selection;
  /** The selected anchor if it is the whole selection. */
  readonly selectedAnchorId: string | null;
  /** A point about to be commented on. */
  readonly commentAt: CommentPoint | null;
  /** The user asked to comment on the selection: the comment field takes the focus. */
  readonly isCommentWanted: boolean;
  /** The scan shown on the right while nothing is selected. */
  readonly openScanId: string | null;
  readonly openSide: OpenSide;
  readonly dialog: EditorDialog;
  readonly panel: EditorPanel;
  /** Whether questions about the draft are answered on this installation. */
  readonly hasGuide: boolean;
  /** The moment open in the history; null for the list of all. */
  readonly moment: Moment | null;
  readonly past: PastMoment | null;
  readonly search: string;
  /**
   * Differences marked in the outline and the 3D view: from an earlier moment to now, or those of the change set shown.
   * Null if none are.
   */
  readonly compared: ComparedMoment | null;
  /** The newly placed anchor whose title takes the focus. */
  readonly titleWanted: string | null;
  /** A scan is on the canvas to point at and walk in. */
  readonly hasScene: boolean;
  /** The tool's message, such as that nothing lies under the pointer. */
  readonly hint: string | null;
  /** What the next anchor answers; null for anchors of any other kind. */
  readonly questionToAnswer: string | null;
  /** The surface to point at and draw on; null before the first frame. */
  readonly stage: ToolStage | null;
  readonly draft: Draft | null;
  /** What a drag of very many objects will do on release. */
  readonly preview: SpaceMove | null;
  readonly align: AlignTask | null;
  readonly snap: SnapSettings;
  /** What the select tool does with the pointer. */
  readonly selectBy: "click" | "rectangle" | "brush";
  /** Each scan's kind, by id: point clouds give more precise points than panoramas. */
  readonly scanKinds: ReadonlyMap<string, ScanKind>;
  /** Each scan's own placement, by id: one in the document comes first. */
  readonly ownPlacements: ReadonlyMap<string, SpaceSimilarity>;
  /** The Yjs client whose camera the user follows. */
  readonly followedClientId: number | null;
  /** Objects hidden for this user only. */
  readonly shown: Shown;
  /** Shows what volumes hide, for this user only. */
  readonly areHiddenPartsShown: boolean;
  /** Which scans are visible, once the editor has them. */
  readonly layers: SceneLayers | null;
}

export type EditorStore = StoreApi<EditorState>;

export function createEditorStore(): EditorStore {
  return createStore<EditorState>(() => ({
    tool: "select",
    mode: "orbit",
    view: "scene",
    selection: [],
    selectedAnchorId: null,
    commentAt: null,
    isCommentWanted: false,
    openScanId: null,
    openSide: null,
    dialog: null,
    panel: null,
    hasGuide: false,
    moment: null,
    past: null,
    search: "",
    compared: null,
    titleWanted: null,
    hasScene: false,
    hint: null,
    questionToAnswer: null,
    stage: null,
    draft: null,
    preview: null,
    align: null,
    snap: startSnap,
    selectBy: "click",
    scanKinds: new Map(),
    ownPlacements: new Map(),
    followedClientId: null,
    shown: everythingShown,
    areHiddenPartsShown: false,
    layers: null,
  }));
}

export function chooseTool(store: EditorStore, tool: EditorTool): void {
  store.setState({ tool, hint: null, draft: null, align: null, questionToAnswer: null });
}

/** Starts placing an anchor that answers a question. */
export function answerQuestion(store: EditorStore, questionToAnswer: string): void {
  chooseTool(store, "anchor");
  store.setState({ questionToAnswer, openSide: null });
}

/** Resumes a drawing with the tool for its kind. */
export function startDrawing(store: EditorStore, draft: Draft): void {
  store.setState({
    tool: draft.task.kind === "measure" ? "measure" : "zone",
    draft,
    align: null,
    hint: null,
    openSide: null,
  });
}

/** Selects exactly these. A single object opens; several open the bulk actions. */
export function selectObjects(store: EditorStore, selection: Selection): void {
  store.setState({
    selection,
    selectedAnchorId: findSingle(selection, "anchors"),
    commentAt: null,
    isCommentWanted: false,
    openScanId: null,
    titleWanted: null,
    hint: null,
    openSide: selection.length > 0 ? "inspector" : null,
    ...(selection.length > 0 ? { panel: null } : {}),
  });
}

/** Shows a panel beside the scene, in place of the selection's properties. */
export function openPanel(store: EditorStore, panel: Exclude<EditorPanel, null>): void {
  store.setState({ panel, openSide: "inspector", dialog: null });
}

export function closePanel(store: EditorStore): void {
  store.setState({ panel: null, openSide: null });
}

/** Returns from a moment of the past to the document as it is. */
export function leavePast(store: EditorStore): void {
  if (store.getState().past !== null) store.setState({ past: null, compared: null });
}

/** Shows a scan on the right. A scan is not an object of the document, so this clears the selection. */
export function openScan(store: EditorStore, openScanId: string): void {
  selectObjects(store, []);
  store.setState({ openScanId, openSide: "inspector", panel: null });
}

export function selectAnchor(store: EditorStore, anchorId: string | null): void {
  selectObjects(store, anchorId === null ? [] : [{ kind: "anchors", id: anchorId }]);
}

/** Opens a comment on a point of the place; nothing is stored until it is submitted. */
export function startComment(store: EditorStore, commentAt: CommentPoint): void {
  chooseTool(store, "select");
  selectObjects(store, []);
  store.setState({ commentAt, openSide: "inspector", panel: null });
}

/** Returns to the select tool with the new anchor open and its title focused. */
export function selectPlacedAnchor(store: EditorStore, anchorId: string): void {
  chooseTool(store, "select");
  selectAnchor(store, anchorId);
  store.setState({ titleWanted: anchorId });
}
