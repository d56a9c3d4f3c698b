import type { UserId } from "@blueprint/contract/ids";
import type { SceneHandle } from "../../viewer/viewer.ts";
import type { DocumentSession } from "../document-session.ts";
import type { EditorStore } from "../editor.store.ts";
import type { Shortcut } from "../shortcut.ts";

/** What commands and tools work on. */
export interface EditorRoom {
  readonly session: DocumentSession;
  readonly store: EditorStore;
  readonly userId: UserId;
  /** Null while there is nothing to walk in. */
  getScene(): SceneHandle | null;
}

/** Something a person can do, by button, key and help alike. */
export interface EditorCommand {
  readonly id: string;
  readonly label: string;
  readonly shortcut: Shortcut | null;
  /** Works while somebody types, too. */
  readonly whileTyping?: boolean;
  isEnabled(room: EditorRoom): boolean;
  run(room: EditorRoom): void;
}

export function mayEdit({ session }: EditorRoom): boolean {
  return session.getState().access === "edit" && isWritable(session);
}

/** Viewers may say something about what they see, and change nothing else. */
export function mayComment({ session }: EditorRoom): boolean {
  return session.getState().access !== "read" && isWritable(session);
}

function isWritable(session: DocumentSession): boolean {
  const { isTooNew, isLoaded, end } = session.getState();
  return isLoaded && !isTooNew && end === null;
}
