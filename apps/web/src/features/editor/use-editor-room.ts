import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { type EditorRoom, mayComment, mayEdit, mayEditNow } from "./commands/editor-command.ts";
import type { DocumentState } from "./document-connection.ts";
import type { EditorState } from "./editor.store.ts";
import type { Person } from "./people.ts";

export const EditorRoomContext = createContext<EditorRoom | null>(null);

export function useEditorRoom(): EditorRoom {
  const room = useContext(EditorRoomContext);
  if (room === null) throw new Error("This part of the screen belongs inside the editor.");
  return room;
}

/** The document as shown: with the scene of a past moment while one is open. */
export function useDocument(): DocumentState {
  const state = useCurrentDocument();
  const past = useEditor(({ past: shown }) => shown);
  return useMemo(() => (past === null ? state : { ...state, scene: past.scene }), [state, past]);
}

/** The document as it is now, whatever moment is shown. */
export function useCurrentDocument(): DocumentState {
  const { connection } = useEditorRoom();
  return useSyncExternalStore(connection.subscribe, connection.getState);
}

export function usePeople(): readonly Person[] {
  const { connection } = useEditorRoom();
  return useSyncExternalStore(connection.subscribePeople, connection.getPeople);
}

export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useEditorRoom().store, select);
}

/** Whether the user may edit the document now. */
export function useMayEdit(): boolean {
  useDocument();
  return mayEdit(useEditorRoom());
}

/** Whether the user may edit the document, whatever moment of it is shown. */
export function useMayEditNow(): boolean {
  useCurrentDocument();
  return mayEditNow(useEditorRoom());
}

/** Whether the user may comment now; viewers may too. */
export function useMayComment(): boolean {
  useDocument();
  return mayComment(useEditorRoom());
}
