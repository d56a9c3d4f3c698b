import { createContext, useContext, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { type EditorRoom, mayComment, mayEdit } from "./commands/editor-command.ts";
import type { DocumentState } from "./document-session.ts";
import type { EditorState } from "./editor.store.ts";
import type { Person } from "./people.ts";

export const EditorRoomContext = createContext<EditorRoom | null>(null);

export function useEditorRoom(): EditorRoom {
  const room = useContext(EditorRoomContext);
  if (room === null) throw new Error("This part of the screen belongs inside the editor.");
  return room;
}

export function useDocument(): DocumentState {
  const { session } = useEditorRoom();
  return useSyncExternalStore(session.subscribe, session.getState);
}

export function usePeople(): readonly Person[] {
  const { session } = useEditorRoom();
  return useSyncExternalStore(session.subscribePeople, session.getPeople);
}

export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useEditorRoom().store, select);
}

/** Whether this person may change the document now. */
export function useMayEdit(): boolean {
  useDocument();
  return mayEdit(useEditorRoom());
}

/** Whether this person may say something now, as viewers may, too. */
export function useMayComment(): boolean {
  useDocument();
  return mayComment(useEditorRoom());
}
