import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { SpaceMove } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { createStore, type StoreApi } from "zustand";
import { everythingShown, type Shown } from "../viewer/shown-objects.ts";
import type { SceneLayers } from "../viewer/use-scene-layers.ts";
import { findSingle, type Selection } from "./selection.ts";
import type { AlignTask } from "./tools/align/align-task.ts";
import type { Draft } from "./tools/draw/draft.ts";
import { type SnapSettings, startSnap } from "./tools/snap-settings.ts";
import type { ToolStage } from "./tools/tool-stage.ts";

export type EditorTool = "select" | "anchor" | "zone" | "measure" | "align" | "comment";
export type EditorMode = "orbit" | "walk" | "fly";
/** The 3D picture, or the plan of one floor. */
export type EditorView = "scene" | "plan";
/** On a phone only one of the sides is open at a time; on a desk both always are. */
export type OpenSide = "outline" | "inspector" | null;
export type EditorDialog =
  | "help"
  | "share"
  | "publish"
  | "palette"
  | "history"
  | "comments"
  | "tours"
  | "exchange"
  | "settings"
  | "corners"
  | null;

export interface ComparedMoment {
  readonly label: string;
  /** By id. What is gone is in neither, and counted apart. */
  readonly changes: ReadonlyMap<string, "added" | "moved" | "changed">;
  readonly removedCount: number;
}

/** Metres, world frame, and the storey it lies on. */
export interface CommentPoint {
  readonly position: Vector3;
  readonly floor: number;
}

export interface EditorState {
  readonly tool: EditorTool;
  readonly mode: EditorMode;
  readonly view: EditorView;
  readonly selection: Selection;
  /** The selected anchor where it is all that is selected. */
  readonly selectedAnchorId: string | null;
  /** A point that somebody is about to comment on. */
  readonly commentAt: CommentPoint | null;
  /** Somebody asked to comment on what is selected: the field for it takes the keyboard. */
  readonly isCommentWanted: boolean;
  /** The scan that is looked at on the right while nothing is selected. */
  readonly openScanId: string | null;
  readonly openSide: OpenSide;
  readonly dialog: EditorDialog;
  readonly search: string;
  /** What is other than it was at a moment of the history, marked in the outline and in the picture; null for nothing. */
  readonly compared: ComparedMoment | null;
  /** The anchor whose title wants the focus: it was just placed. */
  readonly titleWanted: string | null;
  /** A scan is on the canvas: there is something to point at and to walk in. */
  readonly hasScene: boolean;
  /** What the tool has to say, such as that nothing lies under the pointer. */
  readonly hint: string | null;
  /** What is pointed at and drawn on now; null before the first picture. */
  readonly stage: ToolStage | null;
  readonly draft: Draft | null;
  /** What a drag of very many objects will do once the hand lets go. */
  readonly preview: SpaceMove | null;
  readonly align: AlignTask | null;
  readonly snap: SnapSettings;
  /** What the select tool does with the pointer. */
  readonly selectBy: "click" | "rectangle" | "brush";
  /** What each scan is, by id: points of a cloud are known better than those of a panorama. */
  readonly scanKinds: ReadonlyMap<string, ScanKind>;
  /** The Yjs client whose camera this person's camera follows. */
  readonly followedClientId: number | null;
  /** What is left out of the picture here; nobody else's changes. */
  readonly shown: Shown;
  /** Which scans are on, once the room has them. */
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
    search: "",
    compared: null,
    titleWanted: null,
    hasScene: false,
    hint: null,
    stage: null,
    draft: null,
    preview: null,
    align: null,
    snap: startSnap,
    selectBy: "click",
    scanKinds: new Map(),
    followedClientId: null,
    shown: everythingShown,
    layers: null,
  }));
}

export function chooseTool(store: EditorStore, tool: EditorTool): void {
  store.setState({ tool, hint: null, draft: null, align: null });
}

/** Takes the drawing in hand; the tool is the one that draws such things. */
export function startDrawing(store: EditorStore, draft: Draft): void {
  store.setState({
    tool: draft.task.kind === "measure" ? "measure" : "zone",
    draft,
    align: null,
    hint: null,
    openSide: null,
  });
}

/** Selects exactly these. One thing opens itself; several open what can be done with all of them. */
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
  });
}

/** Shows a scan on the right. It is no object of the document: nothing is selected then. */
export function openScan(store: EditorStore, openScanId: string): void {
  selectObjects(store, []);
  store.setState({ openScanId, openSide: "inspector" });
}

export function selectAnchor(store: EditorStore, anchorId: string | null): void {
  selectObjects(store, anchorId === null ? [] : [{ kind: "anchors", id: anchorId }]);
}

/** Opens a comment on a point of the place; nothing is kept until it is said. */
export function startComment(store: EditorStore, commentAt: CommentPoint): void {
  chooseTool(store, "select");
  selectObjects(store, []);
  store.setState({ commentAt, openSide: "inspector" });
}

/** Back to selecting, with the new anchor open and its title ready to be typed. */
export function selectPlacedAnchor(store: EditorStore, anchorId: string): void {
  chooseTool(store, "select");
  selectAnchor(store, anchorId);
  store.setState({ titleWanted: anchorId });
}
