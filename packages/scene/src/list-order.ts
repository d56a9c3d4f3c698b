import { isOrderKey, orderKeyBetween } from "./order-key.ts";

interface Ordered {
  readonly id: string;
  readonly order: string;
}

/** The key for the end of a list. */
export function orderAtEnd(list: readonly Ordered[]): string {
  const last = list.at(-1)?.order ?? null;
  return orderKeyBetween(isOrderKey(last) ? last : null, null);
}

/** `count` keys for the end of a list, in order. */
export function ordersAtEnd(list: readonly Ordered[], count: number): string[] {
  const keys: string[] = [];
  let last = list.at(-1)?.order ?? null;
  while (keys.length < count) {
    last = orderKeyBetween(last, null);
    keys.push(last);
  }
  return keys;
}

/**
 * Keys that move objects, in the given order, before another one in a sorted list (null: to the end). Other objects get
 * new keys only if there is no room between them.
 */
export function orderBefore(
  list: readonly Ordered[],
  ids: readonly string[],
  beforeId: string | null,
): ReadonlyMap<string, string> {
  const moving = new Set(ids);
  const rest = list.filter(({ id }) => !moving.has(id));
  const found = beforeId === null ? -1 : rest.findIndex(({ id }) => id === beforeId);
  const index = found < 0 ? rest.length : found;
  const low = rest[index - 1]?.order ?? null;
  const tied: string[] = [];
  let next = index;
  while (low !== null && rest[next] !== undefined && rest[next]!.order <= low) tied.push(rest[next++]!.id);
  const high = rest[next]?.order ?? null;
  const keys = new Map<string, string>();
  let key = low;
  for (const id of [...ids, ...tied]) {
    key = orderKeyBetween(key, high);
    keys.set(id, key);
  }
  // A thousand insertions between the same two items exceed the maximum key length: then all get new keys.
  return [...keys.values()].every(isOrderKey) ? keys : renumber(rest, ids, index);
}

function renumber(rest: readonly Ordered[], ids: readonly string[], index: number): ReadonlyMap<string, string> {
  const ordered = [...rest.slice(0, index).map(({ id }) => id), ...ids, ...rest.slice(index).map(({ id }) => id)];
  const keys = ordersAtEnd([], ordered.length);
  return new Map(ordered.map((id, place) => [id, keys[place]!]));
}
