import { questionCharactersMax } from "@blueprint/contract/guide";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { type EditorRoom, mayEdit } from "./commands/editor-command.ts";
import { answerQuestion } from "./editor.store.ts";
import { useEditor, useMayEdit } from "./use-editor-room.ts";

const pattern = /^question=(.+)$/;

/**
 * Starts placing an anchor that answers the question named in the URL (`#question=text`), as soon as there is a surface
 * to place it on. Once: the URL loses the question.
 */
export function useNamedQuestion(room: EditorRoom): void {
  const wanted = useLocation({ select: ({ hash }) => pattern.exec(hash)?.[1] });
  const navigate = useNavigate();
  const hasScene = useEditor((state) => state.hasScene);
  const isReady = useMayEdit() && hasScene;
  useEffect(() => {
    if (wanted === undefined || !isReady || !mayEdit(room)) return;
    const question = readText(wanted);
    if (question !== "") answerQuestion(room.store, question);
    room.getScene()?.focus();
    void navigate({ to: ".", search: true, hash: "", replace: true });
  }, [wanted, isReady, room, navigate]);
}

function readText(hash: string): string {
  return decode(hash).replace(/\s+/g, " ").trim().slice(0, questionCharactersMax);
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    // Typed by hand, with a bare percent sign.
    return hash;
  }
}
