import { createStore, type StoreApi } from "zustand";

export type EditorTool = "select" | "anchor";
export type EditorMode = "orbit" | "walk";
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
  | null;

export interface EditorState {
  readonly tool: EditorTool;
  readonly mode: EditorMode;
  readonly selectedAnchorId: string | null;
  readonly openSide: OpenSide;
  readonly dialog: EditorDialog;
  readonly search: string;
  /** The anchor whose title wants the focus: it was just placed. */
  readonly titleWanted: string | null;
  /** A scan is on the canvas: there is something to point at and to walk in. */
  readonly hasScene: boolean;
  /** What the tool has to say, such as that nothing lies under the pointer. */
  readonly hint: string | null;
}

export type EditorStore = StoreApi<EditorState>;

export function createEditorStore(): EditorStore {
  return createStore<EditorState>(() => ({
    tool: "select",
    mode: "orbit",
    selectedAnchorId: null,
    openSide: null,
    dialog: null,
    search: "",
    titleWanted: null,
    hasScene: false,
    hint: null,
  }));
}

export function chooseTool(store: EditorStore, tool: EditorTool): void {
  store.setState({ tool, hint: null });
}

export function selectAnchor(store: EditorStore, anchorId: string | null): void {
  store.setState({
    selectedAnchorId: anchorId,
    titleWanted: null,
    hint: null,
    openSide: anchorId ? "inspector" : null,
  });
}

/** Back to selecting, with the new anchor open and its title ready to be typed. */
export function selectPlacedAnchor(store: EditorStore, anchorId: string): void {
  store.setState({
    tool: "select",
    selectedAnchorId: anchorId,
    titleWanted: anchorId,
    openSide: "inspector",
    hint: null,
  });
}
