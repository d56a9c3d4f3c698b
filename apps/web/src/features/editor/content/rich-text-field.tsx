import type { RichText } from "@blueprint/scene/rich-text";
import { $toggleLink } from "@lexical/link";
import { useId, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { LinkRow } from "./link-row.tsx";
import { RichTextTools } from "./rich-text-tools.tsx";
import { useRichTextEditor } from "./use-rich-text-editor.ts";

/** Rich text with headings, lists, bold, italic and links. Shows others' edits live. */
export function RichTextField({
  label,
  blocks,
  placeholder,
  onChange,
}: {
  readonly label: string;
  readonly blocks: RichText;
  readonly placeholder: string;
  readonly onChange: (blocks: RichText) => void;
}) {
  const labelId = useId();
  const { rootRef, editor, isEmpty } = useRichTextEditor(blocks, onChange);
  const [isAskingLink, setAskingLink] = useState(false);
  return (
    <div className="grid gap-1.5">
      <span id={labelId} className="font-strong">
        {label}
      </span>
      <div className="rounded-sharp border border-line bg-sheet focus-within:border-accent hover:border-ink">
        <RichTextTools label={label} editor={editor} onLink={() => setAskingLink(!isAskingLink)} />
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
