import type { BlockStyle, RichText, TextBlock, TextSpan } from "@blueprint/scene/rich-text";
import { toSafeLink } from "@blueprint/scene/scene-field";
import { $createLinkNode, $isLinkNode, LinkNode } from "@lexical/link";
import { $createListItemNode, $createListNode, $isListNode, ListItemNode, ListNode } from "@lexical/list";
import {
  $createHeadingNode,
  $createQuoteNode,
  $isHeadingNode,
  $isQuoteNode,
  HeadingNode,
  QuoteNode,
} from "@lexical/rich-text";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
} from "lexical";

/** Nodes allowed in a text; Lexical discards anything else that is pasted. */
export const richTextNodes = [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode];

/** Writes a document's text into the editor. Call inside an update. */
export function $writeRichText(blocks: RichText): void {
  const root = $getRoot().clear();
  let list: ListNode | null = null;
  for (const block of blocks) {
    if (block.style === "bullet" || block.style === "number") {
      if (list?.getListType() !== block.style) {
        list = $createListNode(block.style);
        root.append(list);
      }
      list.append($fill($createListItemNode(), block.spans));
      continue;
    }
    list = null;
    root.append($fill($createBlock(block.style), block.spans));
  }
  if (blocks.length === 0) root.append($createParagraphNode());
}

function $createBlock(style: TextBlock["style"]): ElementNode {
  if (style === "heading") return $createHeadingNode("h3");
  if (style === "subheading") return $createHeadingNode("h4");
  return style === "quote" ? $createQuoteNode() : $createParagraphNode();
}

function $fill<N extends ElementNode>(node: N, spans: readonly TextSpan[]): N {
  for (const { text, bold, italic, link } of spans) {
    const words = $createTextNode(text);
    if (bold) words.toggleFormat("bold");
    if (italic) words.toggleFormat("italic");
    node.append(link === undefined ? words : $createLinkNode(link).append(words));
  }
  return node;
}

/** Reads the editor's text in the document's format. Call inside a read. */
export function $readRichText(): RichText {
  const blocks: TextBlock[] = [];
  const addLines = (style: TextBlock["style"], node: ElementNode) => {
    for (const spans of $readLines(node)) blocks.push({ style, spans });
  };
  const visit = (node: LexicalNode) => {
    if ($isListNode(node)) {
      const style: BlockStyle = node.getListType() === "number" ? "number" : "bullet";
      for (const item of node.getChildren()) {
        if (!$isElementNode(item)) continue;
        const inner = item.getChildren().filter($isListNode);
        // The document flattens nested lists.
        if (inner.length > 0) inner.forEach(visit);
        else addLines(style, item);
      }
    } else if ($isHeadingNode(node)) addLines(node.getTag() > "h3" ? "subheading" : "heading", node);
    else if ($isQuoteNode(node)) addLines("quote", node);
    else if ($isElementNode(node)) addLines("paragraph", node);
  };
  $getRoot().getChildren().forEach(visit);
  const isEmpty = blocks.length === 1 && blocks[0]!.style === "paragraph" && blocks[0]!.spans.length === 0;
  return isEmpty ? [] : blocks;
}

function $readLines(node: ElementNode): TextSpan[][] {
  const lines: TextSpan[][] = [[]];
  const visit = (child: LexicalNode, link: string | null) => {
    if ($isLineBreakNode(child)) lines.push([]);
    else if ($isLinkNode(child)) for (const inner of child.getChildren()) visit(inner, toSafeLink(child.getURL()));
    else if ($isTextNode(child)) {
      const text = child.getTextContent();
      if (text === "") return;
      const span: TextSpan = {
        text,
        ...(child.hasFormat("bold") ? { bold: true as const } : {}),
        ...(child.hasFormat("italic") ? { italic: true as const } : {}),
        ...(link === null ? {} : { link }),
      };
      lines.at(-1)!.push(span);
    } else if ($isElementNode(child)) for (const inner of child.getChildren()) visit(inner, link);
  };
  for (const child of node.getChildren()) visit(child, null);
  return lines;
}
