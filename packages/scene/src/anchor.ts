import { limits } from "@blueprint/contract/limits";
import * as Y from "yjs";
import { isOrderKey } from "./order-key.ts";
import { cleanLine, cleanText } from "./plain-text.ts";
import { toUnitVector, toVector3, type Vector3 } from "./vector.ts";

export const anchorTypes = ["info"] as const;
export type AnchorType = (typeof anchorTypes)[number];

/** Something placed in the venue. Position in metres and normal (length 1) are in the blueprint's world frame, y up. */
export interface Anchor {
  readonly id: string;
  readonly type: AnchorType;
  readonly title: string;
  /** Plain text, may have several lines. */
  readonly text: string;
  readonly position: Vector3;
  readonly normal: Vector3;
  /** Storey: 0 is the ground floor. */
  readonly floor: number;
  /** User id of the person who placed it. */
  readonly createdBy: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Sorts the list; ids break ties. */
  readonly order: string;
}

export const up: Vector3 = [0, 1, 0];
const floorMax = 500;
const validId = /^[0-9A-Za-z_-]{1,64}$/;

export function isAnchorId(value: unknown): value is string {
  return typeof value === "string" && validId.test(value);
}

export function isAnchorType(value: unknown): value is AnchorType {
  return (anchorTypes as readonly unknown[]).includes(value);
}

export function isFloor(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= floorMax;
}

/**
 * Reads one entry of the anchors map. Null when it cannot be shown: not a map, of an unknown type, or nowhere.
 * A missing title or text is empty: undoing a removal that crossed another person's edit can leave such gaps.
 */
export function readAnchor(id: string, value: unknown): Anchor | null {
  if (!isAnchorId(id) || !(value instanceof Y.Map)) return null;
  const type: unknown = value.get("type");
  const position = toVector3(value.get("position"));
  if (!isAnchorType(type) || position === null) return null;
  const title: unknown = value.get("title");
  const text: unknown = value.get("text");
  const normal = toVector3(value.get("normal"));
  const floor: unknown = value.get("floor");
  const createdBy: unknown = value.get("createdBy");
  const createdAt: unknown = value.get("createdAt");
  const order: unknown = value.get("order");
  return {
    id,
    type,
    title: typeof title === "string" ? cleanLine(title.slice(0, limits.anchorTitleCharactersMax)) : "",
    text: text instanceof Y.Text ? cleanText(text.toString()) : "",
    position,
    normal: (normal && toUnitVector(normal)) ?? up,
    floor: isFloor(floor) ? floor : 0,
    createdBy: typeof createdBy === "string" ? createdBy : "",
    createdAt: typeof createdAt === "string" ? createdAt : "",
    order: isOrderKey(order) ? order : "z",
  };
}
