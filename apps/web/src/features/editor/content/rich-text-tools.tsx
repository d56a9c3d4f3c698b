import { INSERT_ORDERED_LIST_COMMAND, INSERT_UNORDERED_LIST_COMMAND, REMOVE_LIST_COMMAND } from "@lexical/list";
import { $createHeadingNode, $createQuoteNode } from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import {
  $createParagraphNode,
  $getSelection,
  $isRangeSelection,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
} from "lexical";
import { Bold, Heading, Italic, Link2, List, ListOrdered, Pilcrow, Quote } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";

/** The styles of a text, as buttons. */
export function RichTextTools({
  label,
  editor,
  onLink,
}: {
  /** The text's name. */
  readonly label: string;
  readonly editor: LexicalEditor | null;
  /** The user wants to set or remove a link. */
  readonly onLink: () => void;
}) {
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
    { label: "Link", icon: Link2, run: onLink },
  ];
  return (
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
  );
}
