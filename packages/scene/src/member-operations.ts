import * as Y from "yjs";
import { orderAtEnd, orderBefore } from "./list-order.ts";
import { commonFields } from "./object-kind.ts";
import { requireValue, writeValue } from "./object-record.ts";
import { compareOrder } from "./order-key.ts";
import { getObjects, localEdit } from "./scene-document.ts";
import { isSceneId } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { getKind, type ObjectRef } from "./scene-kinds.ts";

/**
 * Adds a part to an object or changes some of its fields; returns false if the object no longer exists.
 * @throws SceneInputError
 */
export function editMember(
  doc: Y.Doc,
  { kind, id }: ObjectRef,
  prefix: string,
  memberId: string,
  values: object,
  origin: unknown = localEdit,
): boolean {
  if (!isSceneId(memberId)) throw new SceneInputError("id", "This ID isn't valid.");
  const object = getObjects(doc, kind).get(id);
  if (!(object instanceof Y.Map)) return false;
  const key = `${prefix}:${memberId}`;
  const members = listMembers(object as Y.Map<unknown>, prefix);
  const present: unknown = object.get(key);
  const { membersMax } = getKind(kind);
  if (present === undefined && members.length >= membersMax) {
    throw new SceneInputError(prefix, `You can add up to ${membersMax}.`);
  }
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const before = typeof present === "object" && present !== null ? present : startMember(prefix, members);
  const member = requireValue(getKind(kind), key, { ...before, ...given });
  doc.transact(() => writeValue(object as Y.Map<unknown>, key, member), origin);
  return true;
}

// Comments are ordered by time.
function startMember(prefix: string, members: readonly { readonly id: string; readonly order: string }[]): object {
  return prefix === "comment" ? {} : { order: orderAtEnd(members) };
}

/** Returns false if it no longer exists. */
export function removeMember(
  doc: Y.Doc,
  { kind, id }: ObjectRef,
  prefix: string,
  memberId: string,
  origin: unknown = localEdit,
): boolean {
  const object = getObjects(doc, kind).get(id);
  const key = `${prefix}:${memberId}`;
  if (!(object instanceof Y.Map) || !object.has(key)) return false;
  doc.transact(() => object.delete(key), origin);
  return true;
}

/** Moves a part before another (null: to the end); returns false if it no longer exists. */
export function arrangeMember(
  doc: Y.Doc,
  { kind, id }: ObjectRef,
  prefix: string,
  memberId: string,
  beforeId: string | null,
  origin: unknown = localEdit,
): boolean {
  const object = getObjects(doc, kind).get(id);
  if (!(object instanceof Y.Map) || !object.has(`${prefix}:${memberId}`)) return false;
  doc.transact(() => {
    for (const [movedId, order] of orderBefore(listMembers(object as Y.Map<unknown>, prefix), [memberId], beforeId)) {
      const key = `${prefix}:${movedId}`;
      writeValue(object as Y.Map<unknown>, key, { ...(object.get(key) as object), order });
    }
  }, origin);
  return true;
}

function listMembers(object: Y.Map<unknown>, prefix: string): { readonly id: string; readonly order: string }[] {
  const members: { id: string; order: string }[] = [];
  for (const [key, value] of object.entries()) {
    if (!key.startsWith(`${prefix}:`) || typeof value !== "object" || value === null) continue;
    const order = commonFields.order.parse((value as { order?: unknown }).order) ?? commonFields.order.fallback;
    members.push({ id: key.slice(prefix.length + 1), order });
  }
  return members.sort(compareOrder);
}
