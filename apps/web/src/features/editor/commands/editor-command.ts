import type { UserId } from "@blueprint/contract/ids";
import type { Scene } from "@blueprint/scene/read-scene";
import type { SceneHandle } from "../../viewer/viewer.ts";
import type { Attempt } from "../attempt.ts";
import type { DocumentConnection } from "../document-connection.ts";
import type { EditorStore } from "../editor.store.ts";
import type { Shortcut } from "../shortcut.ts";

/** What commands and tools operate on. */
export interface EditorRoom {
  readonly connection: DocumentConnection;
  readonly store: EditorStore;
  readonly userId: UserId;
  readonly attempt: Attempt;
  /** Null while there is no scan to walk in. */
  getScene(): SceneHandle | null;
}

/** A user action, shared by buttons, shortcuts and the help dialog. */
export interface EditorCommand {
  readonly id: string;
  readonly label: string;
  readonly shortcut: Shortcut | null;
  /** Also works while the user is typing. */
  readonly whileTyping?: boolean;
  isEnabled(room: EditorRoom): boolean;
  run(room: EditorRoom): void;
}

/** Whether the user may change what is shown: the past is read-only. */
export function mayEdit(room: EditorRoom): boolean {
  return room.store.getState().past === null && mayEditNow(room);
}

/** Whether the user may change the document, whatever is shown of it. */
export function mayEditNow({ connection }: EditorRoom): boolean {
  return connection.getState().access === "edit" && isWritable(connection);
}

/** Viewers may comment but change nothing else. */
export function mayComment({ connection, store }: EditorRoom): boolean {
  return store.getState().past === null && connection.getState().access !== "read" && isWritable(connection);
}

/** The scene on the screen: the document's, or that of the past moment that is shown. */
export function getShownScene({ connection, store }: EditorRoom): Scene {
  return store.getState().past?.scene ?? connection.getState().scene;
}

function isWritable(connection: DocumentConnection): boolean {
  const { isTooNew, isLoaded, end } = connection.getState();
  return isLoaded && !isTooNew && end === null;
}
