import type { RichText } from "@blueprint/scene/rich-text";
import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import { registerList } from "@lexical/list";
import { registerRichText } from "@lexical/rich-text";
import { createEditor, type LexicalEditor } from "lexical";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { $readRichText, $writeRichText, richTextNodes } from "./rich-text-nodes.ts";

const remoteTag = "from-document";

/** An editor of rich text in an element. It shows others' edits live and reports the user's own. */
export function useRichTextEditor(
  blocks: RichText,
  onChange: (blocks: RichText) => void,
): {
  readonly rootRef: RefObject<HTMLDivElement | null>;
  /** Null on the first render. */
  readonly editor: LexicalEditor | null;
  readonly isEmpty: boolean;
} {
  const rootRef = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<LexicalEditor | null>(null);
  const [isEmpty, setEmpty] = useState(blocks.length === 0);
  const change = useEffectEvent(onChange);
  const readBlocks = useEffectEvent(() => blocks);

  useEffect(() => {
    const made = createEditor({
      nodes: richTextNodes,
      theme: {
        heading: { h3: "text-lead font-strong", h4: "font-strong" },
        list: { ul: "list-disc pl-5", ol: "list-decimal pl-5" },
        quote: "border-l-2 border-line pl-3 text-ink-soft",
        link: "text-accent underline underline-offset-2",
        text: { bold: "font-strong", italic: "italic" },
      },
      onError: (error) => {
        throw error;
      },
    });
    made.setRootElement(rootRef.current);
    made.update(() => $writeRichText(readBlocks()), { discrete: true, tag: remoteTag });
    const stops = [
      registerRichText(made),
      registerList(made),
      registerHistory(made, createEmptyHistoryState(), 300),
      made.registerUpdateListener(({ editorState, tags, dirtyElements, dirtyLeaves }) => {
        const now = editorState.read($readRichText);
        setEmpty(now.length === 0);
        if (tags.has(remoteTag) || (dirtyElements.size === 0 && dirtyLeaves.size === 0)) return;
        change(now);
      }),
    ];
    setEditor(made);
    return () => {
      for (const stop of stops) stop();
      made.setRootElement(null);
    };
  }, []);

  useEffect(() => {
    if (editor === null) return;
    const shown = editor.getEditorState().read($readRichText);
    if (JSON.stringify(shown) === JSON.stringify(blocks)) return;
    editor.update(() => $writeRichText(blocks), { tag: remoteTag });
  }, [editor, blocks]);

  return { rootRef, editor, isEmpty };
}
