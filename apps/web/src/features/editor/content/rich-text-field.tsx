import type { RichText } from "@blueprint/scene/rich-text";
import { toSafeLink } from "@blueprint/scene/scene-field";
import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import { $toggleLink } from "@lexical/link";
import {
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  REMOVE_LIST_COMMAND,
  registerList,
} from "@lexical/list";
import { $createHeadingNode, $createQuoteNode, registerRichText } from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import {
  $createParagraphNode,
  $getSelection,
  $isRangeSelection,
  createEditor,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
} from "lexical";
import { Bold, Heading, Italic, Link2, List, ListOrdered, Pilcrow, Quote } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { $readRichText, $writeRichText, richTextNodes } from "./rich-text-nodes.ts";

const remoteTag = "from-document";

/** Rich text with headings, lists, bold, italic and links. Shows others' edits live. */
export function RichTextField({
  label,
  blocks,
  placeholder,
  onChange,
  onBlur,
}: {
  readonly label: string;
  readonly blocks: RichText;
  readonly placeholder: string;
  readonly onChange: (blocks: RichText) => void;
  readonly onBlur: () => void;
}) {
  const labelId = useId();
  const rootRef = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<LexicalEditor | null>(null);
  const [isEmpty, setEmpty] = useState(blocks.length === 0);
  const [isAskingLink, setAskingLink] = useState(false);
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

  const setBlock = (create: Parameters<typeof $setBlocksType>[1]) =>
    editor?.update(() => {
      const selection = $getSelection();
      if ($isRangeSelection(selection)) $setBlocksType(selection, create);
    });
  const actions = [
    { label: "Bold", icon: Bold, run: () => editor?.dispatchCommand(FORMAT_TEXT_COMMAND, "bold") },
    { label: "Italic", icon: Italic, run: () => editor?.dispatchCommand(FORMAT_TEXT_COMMAND, "italic") },
    { label: "Heading", icon: Heading, run: () => setBlock(() => $createHeadingNode("h3")) },
    {
      label: "List",
      icon: List,
      run: () => editor?.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined),
    },
    {
      label: "Numbered list",
      icon: ListOrdered,
      run: () => editor?.dispatchCommand(INSERT_ORDERED_LIST_COMMAND, undefined),
    },
    { label: "Quote", icon: Quote, run: () => setBlock(() => $createQuoteNode()) },
    {
      label: "Plain paragraph",
      icon: Pilcrow,
      run: () => {
        editor?.dispatchCommand(REMOVE_LIST_COMMAND, undefined);
        setBlock(() => $createParagraphNode());
      },
    },
    { label: "Link", icon: Link2, run: () => setAskingLink(!isAskingLink) },
  ];
  return (
    <div className="grid gap-1.5">
      <span id={labelId} className="font-strong">
        {label}
      </span>
      <div className="rounded-sharp border border-line bg-sheet focus-within:border-accent hover:border-ink">
        <div
          role="toolbar"
          aria-label={`Style of ${label.toLowerCase()}`}
          className="flex flex-wrap border-b border-hairline p-0.5"
        >
          {actions.map((action) => (
            <IconButton
              key={action.label}
              label={action.label}
              icon={action.icon}
              size="small"
              // Keeps the text selected.
              onPointerDown={(event) => event.preventDefault()}
              onClick={action.run}
            />
          ))}
        </div>
        {isAskingLink ? (
          <LinkRow
            onLink={(url) => {
              setAskingLink(false);
              editor?.update(() => $toggleLink(url));
              editor?.focus();
            }}
          />
        ) : null}
        <div className="relative">
          {/* biome-ignore lint/a11y/useSemanticElements: no native field holds styled text. */}
          <div
            ref={rootRef}
            contentEditable
            suppressContentEditableWarning
            role="textbox"
            tabIndex={0}
            aria-multiline="true"
            aria-labelledby={labelId}
            onBlur={onBlur}
            className={classNames(
              "grid max-h-80 min-h-24 content-start gap-2 overflow-y-auto px-3 py-2 break-words outline-none",
              "pointer-coarse:text-[1rem]",
            )}
          />
          {isEmpty ? (
            <p aria-hidden="true" className="pointer-events-none absolute top-2 left-3 text-ink-soft">
              {placeholder}
            </p>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function LinkRow({ onLink }: { readonly onLink: (url: string | null) => void }) {
  const [text, setText] = useState("");
  const url = toSafeLink(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  return (
    <div className="flex items-center gap-1 border-b border-hairline p-1">
      <input
        type="url"
        aria-label="Link address"
        placeholder="https://"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into.
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (url !== null && text.trim() !== "") onLink(url);
        }}
        className="h-8 min-w-0 flex-1 rounded-sharp border border-line bg-sheet px-2"
      />
      <button
        type="button"
        disabled={url === null || text.trim() === ""}
        onClick={() => onLink(url)}
        className="h-8 rounded-sharp px-2 font-strong text-accent disabled:opacity-50"
      >
        Set
      </button>
      <button type="button" onClick={() => onLink(null)} className="h-8 rounded-sharp px-2 text-ink-soft">
        Remove
      </button>
    </div>
  );
}
