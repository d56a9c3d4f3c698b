import type { PublishedAnchor } from "@blueprint/contract/published";
import type { ReactNode } from "react";

type Block = NonNullable<PublishedAnchor["body"]>[number] & { readonly at?: number };

/** Renders rich text from its blocks and spans as elements; never parses markup. */
export function RichTextView({ blocks }: { readonly blocks: readonly Block[] }) {
  return <div className="grid gap-2.5 break-words text-pretty">{toGroups(numbered(blocks)).map(renderGroup)}</div>;
}

/** Groups adjacent items of a list. */
function toGroups(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    const isSameList = (block.style === "bullet" || block.style === "number") && group?.[0]?.style === block.style;
    if (isSameList) group?.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Parts of a text have no id, so their index is the key. */
function numbered<T extends object>(parts: readonly T[]): (T & { readonly at: number })[] {
  return parts.map((part, at) => ({ ...part, at }));
}

function renderGroup(group: readonly Block[]): ReactNode {
  const [first] = group;
  if (first === undefined) return null;
  const index = first.at;
  const items = group.map((block) => <li key={block.at}>{renderSpans(block)}</li>);
  switch (first.style) {
    case "bullet":
      return (
        <ul key={index} className="grid list-disc gap-1 pl-5">
          {items}
        </ul>
      );
    case "number":
      return (
        <ol key={index} className="grid list-decimal gap-1 pl-5">
          {items}
        </ol>
      );
    case "heading":
      return (
        <h3 key={index} className="mt-1 text-lead font-strong">
          {renderSpans(first)}
        </h3>
      );
    case "subheading":
      return (
        <h4 key={index} className="mt-1 font-strong">
          {renderSpans(first)}
        </h4>
      );
    case "quote":
      return (
        <blockquote key={index} className="border-l-2 border-line pl-3 text-ink-soft">
          {renderSpans(first)}
        </blockquote>
      );
    default:
      return first.spans.length === 0 ? <br key={index} /> : <p key={index}>{renderSpans(first)}</p>;
  }
}

function renderSpans({ spans }: Block): ReactNode {
  return numbered(spans).map(({ at, ...span }) => <Span key={at} span={span} />);
}

function Span({ span: { text, bold, italic, link } }: { readonly span: Block["spans"][number] }) {
  const styled = bold ? <strong className="font-strong">{text}</strong> : text;
  const content = italic ? <em>{styled}</em> : styled;
  if (link === undefined) return content;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline underline-offset-2"
    >
      {content}
    </a>
  );
}
