import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { EditorRoom } from "./commands/editor-command.ts";
import { selectAnchor } from "./editor.store.ts";
import { useDocument } from "./use-editor-room.ts";

const pattern = /^anchor=(.+)$/;

/** Selects the anchor named in the URL (`#anchor=id`), once, as soon as the document has it. */
export function useNamedAnchor({ store }: EditorRoom): void {
  const { scene } = useDocument();
  const wanted = useLocation({ select: ({ hash }) => pattern.exec(hash)?.[1] });
  const selected = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (wanted === undefined || wanted === selected.current || !scene.anchors.some(({ id }) => id === wanted)) return;
    selected.current = wanted;
    selectAnchor(store, wanted);
  }, [wanted, scene, store]);
}
