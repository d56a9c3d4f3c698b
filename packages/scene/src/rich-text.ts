import * as Y from "yjs";
import { cleanText, findTextReplacement } from "./plain-text.ts";
import { toSafeLink } from "./scene-field.ts";

export const blockStyles = ["heading", "subheading", "bullet", "number", "quote"] as const;
export type BlockStyle = (typeof blockStyles)[number];

/** Text in one style. Pages render only this: documents hold no markup that could be unsafe. */
export interface TextSpan {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  /** An absolute http, https, mailto or tel address. */
  readonly link?: string;
}

/** One line: a paragraph, heading or list item. Adjacent list items form one list. */
export interface TextBlock {
  readonly style: BlockStyle | "paragraph";
  readonly spans: readonly TextSpan[];
}

export type RichText = readonly TextBlock[];

/** A rich text as stored in the document: `block` is set on the line break that ends a line. */
export interface TextRun extends TextSpan {
  readonly block?: BlockStyle;
}

const attributeNames = ["bold", "italic", "link", "block"] as const;
type Attributes = { -readonly [K in (typeof attributeNames)[number]]?: unknown };

/** Whether a shared text holds only text in known styles. */
export function isPlainOrRichText(text: Y.Text, charactersMax: number): boolean {
  if (text.length > charactersMax) return false;
  const delta = text.toDelta() as { insert?: unknown; attributes?: object }[];
  return delta.every(
    ({ insert, attributes }) =>
      typeof insert === "string" &&
      Object.entries(attributes ?? {}).every(([name, value]) => isStyleValue(name, value)),
  );
}

function isStyleValue(name: string, value: unknown): boolean {
  if (name === "bold" || name === "italic") return value === true;
  if (name === "link") return toSafeLink(value) !== null;
  return name === "block" && (blockStyles as readonly unknown[]).includes(value);
}

/** Reads a shared text; drops unknown styles and embedded objects. */
export function readRuns(text: Y.Text): TextRun[] {
  const runs: TextRun[] = [];
  for (const { insert, attributes } of text.toDelta() as { insert?: unknown; attributes?: Attributes }[]) {
    if (typeof insert !== "string") continue;
    runs.push({ text: insert.toWellFormed(), ...toStyles(attributes ?? {}) });
  }
  return runs;
}

function toStyles(attributes: Attributes): Omit<TextRun, "text"> {
  const link = toSafeLink(attributes.link);
  const block = blockStyles.find((style) => style === attributes.block);
  return {
    ...(attributes.bold === true ? { bold: true } : {}),
    ...(attributes.italic === true ? { italic: true } : {}),
    ...(link === null ? {} : { link }),
    ...(block === undefined ? {} : { block }),
  };
}

/** Cleans input; drops unknown styles. */
export function cleanRuns(runs: readonly TextRun[]): TextRun[] {
  return runs.map((run) => ({ text: cleanText(String(run.text)), ...toStyles(run) })).filter(({ text }) => text !== "");
}

export function countCharacters(runs: readonly TextRun[]): number {
  return runs.reduce((sum, run) => sum + run.text.length, 0);
}

export function toPlainText(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join("");
}

/** Lines with their styles, for display. An empty text has no blocks. */
export function toBlocks(runs: readonly TextRun[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let spans: TextSpan[] = [];
  for (const { text, block, ...styles } of runs) {
    const lines = cleanText(text).split("\n");
    lines.forEach((line, index) => {
      if (line !== "") spans.push({ text: line, ...styles });
      if (index === lines.length - 1) return;
      blocks.push({ style: block ?? "paragraph", spans });
      spans = [];
    });
  }
  if (spans.length > 0) blocks.push({ style: "paragraph", spans });
  return blocks;
}

/**
 * Inverse of `toBlocks`: every block ends with a line break that carries its style; a last plain paragraph needs none.
 */
export function toRuns(blocks: RichText): TextRun[] {
  const runs: TextRun[] = [];
  blocks.forEach((block, index) => {
    for (const span of block.spans) runs.push({ ...span, text: span.text.replace(/[\r\n]+/g, " ") });
    const isLast = index === blocks.length - 1;
    if (block.style !== "paragraph") runs.push({ text: "\n", block: block.style });
    else if (!isLast || block.spans.length === 0) runs.push({ text: "\n" });
  });
  return cleanRuns(runs);
}

/** Turns a shared text into another, touching only what differs, so that concurrent changes both survive. */
export function patchText(text: Y.Text, target: readonly TextRun[]): void {
  replaceDifference(text, toPlainText(target), () => ({}));
  const current = readRuns(text);
  for (const { index, length, attributes } of findStyleChanges(current, target)) text.format(index, length, attributes);
}

/** The same for a plain text: text inserted into a styled word takes its style, everything else keeps its own. */
export function patchPlainText(text: Y.Text, target: string): void {
  replaceDifference(text, target, (index) => findStylesBefore(readRuns(text), index));
}

// Without explicit attributes, Yjs would also inherit the style of the preceding line.
function findStylesBefore(runs: readonly TextRun[], index: number): Attributes {
  let end = 0;
  for (const { text, block: _, ...styles } of runs) {
    end += text.length;
    if (end >= index) return text.endsWith("\n") && end === index ? {} : styles;
  }
  return {};
}

function replaceDifference(text: Y.Text, target: string, findStyles: (index: number) => Attributes): void {
  const replacement = findTextReplacement(text.toString(), target);
  if (replacement === null) return;
  const { index, deleteCount, insert } = replacement;
  const styles = findStyles(index);
  if (deleteCount > 0) text.delete(index, deleteCount);
  if (insert !== "") text.insert(index, insert, styles);
}

interface StyleChange {
  readonly index: number;
  readonly length: number;
  readonly attributes: Attributes;
}

function findStyleChanges(current: readonly TextRun[], target: readonly TextRun[]): StyleChange[] {
  const changes: StyleChange[] = [];
  let [at, to] = [0, 0];
  let [currentLeft, targetLeft] = [current[0]?.text.length ?? 0, target[0]?.text.length ?? 0];
  let index = 0;
  while (at < current.length && to < target.length) {
    const length = Math.min(currentLeft, targetLeft);
    const attributes = differStyles(current[at]!, target[to]!);
    if (length > 0 && attributes !== null) changes.push({ index, length, attributes });
    index += length;
    currentLeft -= length;
    targetLeft -= length;
    if (currentLeft === 0) currentLeft = current[++at]?.text.length ?? 0;
    if (targetLeft === 0) targetLeft = target[++to]?.text.length ?? 0;
  }
  return changes;
}

function differStyles(current: TextRun, target: TextRun): Attributes | null {
  const attributes: Attributes = {};
  for (const name of attributeNames) if (current[name] !== target[name]) attributes[name] = target[name] ?? null;
  return Object.keys(attributes).length === 0 ? null : attributes;
}

export function createText(runs: readonly TextRun[]): Y.Text {
  const text = new Y.Text();
  text.applyDelta(runs.map(({ text: insert, ...attributes }) => ({ insert, attributes })));
  return text;
}

/** A shared text for display: plain, and in styled blocks. Anything else reads as empty. */
export function readText(value: unknown): { readonly text: string; readonly body: RichText } {
  if (!(value instanceof Y.Text)) return { text: "", body: [] };
  const runs = readRuns(value);
  return { text: cleanText(toPlainText(runs)), body: toBlocks(runs) };
}
