import { limits } from "@blueprint/contract/limits";
import * as Y from "yjs";
import { type Anchor, type AnchorType, isAnchorId, isAnchorType, isFloor } from "./anchor.ts";
import { isOrderKey, orderKeyBetween } from "./order-key.ts";
import { cleanLine, cleanText, findTextReplacement } from "./plain-text.ts";
import { readScene } from "./read-scene.ts";
import { getAnchors, localEdit } from "./scene-document.ts";
import { toUnitVector, toVector3, type Vector3 } from "./vector.ts";

/** An input that no document may hold, with the field it came from and what to do about it. */
export class SceneInputError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "SceneInputError";
    this.field = field;
  }
}

export interface NewAnchor {
  readonly id: string;
  readonly type: AnchorType;
  readonly title: string;
  readonly text: string;
  readonly position: Vector3;
  readonly normal: Vector3;
  readonly floor: number;
  readonly createdBy: string;
  readonly createdAt: string;
}

/** Places an anchor at the end of the list. @throws SceneInputError */
export function addAnchor(doc: Y.Doc, input: NewAnchor, origin: unknown = localEdit): void {
  const anchors = getAnchors(doc);
  if (!isAnchorId(input.id) || anchors.has(input.id)) throw new SceneInputError("id", "This id cannot be used.");
  if (!isAnchorType(input.type)) throw new SceneInputError("type", "This kind of anchor is not known.");
  const present = readScene(doc).anchors;
  if (anchors.size >= limits.anchorsPerBlueprintMax) {
    throw new SceneInputError("anchors", `A blueprint holds at most ${limits.anchorsPerBlueprintMax} anchors.`);
  }
  const fields = {
    type: input.type,
    title: requireTitle(input.title),
    position: requirePosition(input.position),
    normal: requireNormal(input.normal),
    floor: requireFloor(input.floor),
    createdBy: input.createdBy,
    createdAt: input.createdAt,
    order: orderAfter(present),
  };
  const text = requireText(input.text);
  doc.transact(() => {
    const anchor = new Y.Map<unknown>(Object.entries(fields));
    anchor.set("text", new Y.Text(text));
    anchors.set(input.id, anchor);
  }, origin);
}

export interface AnchorPlacement {
  readonly position: Vector3;
  readonly normal?: Vector3;
  readonly floor?: number;
}

/** Moves an anchor; false when it is gone. @throws SceneInputError */
export function moveAnchor(doc: Y.Doc, id: string, to: AnchorPlacement, origin: unknown = localEdit): boolean {
  const position = requirePosition(to.position);
  const normal = to.normal === undefined ? undefined : requireNormal(to.normal);
  const floor = to.floor === undefined ? undefined : requireFloor(to.floor);
  return changeAnchor(doc, id, origin, (anchor) => {
    setIfChanged(anchor, "position", position);
    if (normal !== undefined) setIfChanged(anchor, "normal", normal);
    if (floor !== undefined) setIfChanged(anchor, "floor", floor);
  });
}

export interface AnchorContent {
  readonly title?: string;
  readonly text?: string;
}

/**
 * Changes what an anchor says; false when it is gone. Of the text only the part that differs is replaced, so two
 * people writing in different places keep both. @throws SceneInputError
 */
export function editAnchor(doc: Y.Doc, id: string, content: AnchorContent, origin: unknown = localEdit): boolean {
  const title = content.title === undefined ? undefined : requireTitle(content.title);
  const text = content.text === undefined ? undefined : requireText(content.text);
  return changeAnchor(doc, id, origin, (anchor) => {
    if (title !== undefined) setIfChanged(anchor, "title", title);
    if (text !== undefined) replaceText(anchor, text);
  });
}

/** Takes an anchor out; false when it is gone already. */
export function removeAnchor(doc: Y.Doc, id: string, origin: unknown = localEdit): boolean {
  const anchors = getAnchors(doc);
  if (!anchors.has(id)) return false;
  doc.transact(() => anchors.delete(id), origin);
  return true;
}

function changeAnchor(doc: Y.Doc, id: string, origin: unknown, change: (anchor: Y.Map<unknown>) => void): boolean {
  const anchor = getAnchors(doc).get(id);
  if (!(anchor instanceof Y.Map)) return false;
  doc.transact(() => change(anchor as Y.Map<unknown>), origin);
  return true;
}

function setIfChanged(anchor: Y.Map<unknown>, key: string, value: unknown): void {
  if (JSON.stringify(anchor.get(key)) !== JSON.stringify(value)) anchor.set(key, value);
}

function replaceText(anchor: Y.Map<unknown>, text: string): void {
  const current = anchor.get("text");
  if (!(current instanceof Y.Text)) {
    anchor.set("text", new Y.Text(text));
    return;
  }
  const replacement = findTextReplacement(current.toString(), text);
  if (replacement === null) return;
  if (replacement.deleteCount > 0) current.delete(replacement.index, replacement.deleteCount);
  if (replacement.insert !== "") current.insert(replacement.index, replacement.insert);
}

function orderAfter(anchors: readonly Anchor[]): string {
  const last = anchors.at(-1)?.order ?? null;
  return orderKeyBetween(isOrderKey(last) ? last : null, null);
}

function requireTitle(title: string): string {
  const line = cleanLine(title);
  if (line.length > limits.anchorTitleCharactersMax) {
    throw new SceneInputError("title", `At most ${limits.anchorTitleCharactersMax} characters.`);
  }
  return line;
}

function requireText(text: string): string {
  const lines = cleanText(text);
  if (lines.length > limits.anchorTextCharactersMax) {
    throw new SceneInputError("text", `At most ${limits.anchorTextCharactersMax.toLocaleString("en")} characters.`);
  }
  return lines;
}

function requirePosition(position: Vector3): number[] {
  const vector = toVector3(position);
  if (vector === null) throw new SceneInputError("position", "Three numbers in metres are needed.");
  return [...vector];
}

function requireNormal(normal: Vector3): number[] {
  const vector = toVector3(normal);
  const unit = vector && toUnitVector(vector);
  if (!unit) throw new SceneInputError("normal", "A direction is needed.");
  return [...unit];
}

function requireFloor(floor: number): number {
  if (!isFloor(floor)) throw new SceneInputError("floor", "A whole number is needed.");
  return floor;
}
