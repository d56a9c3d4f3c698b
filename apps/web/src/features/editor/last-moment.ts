import type { UnsavedEdit } from "@blueprint/scene/save-state";
import { fromBase64, toBase64 } from "../../lib/base64.ts";

/**
 * What a closing page hadn't seen written. The browser aborts IndexedDB transactions of a closed page, even committed
 * ones, but keeps what is set in `localStorage`.
 */
export interface LastMoment {
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  /** Tells several tabs apart. */
  readonly page: number;
  /** A Yjs update; null if every update was written. */
  readonly update: Uint8Array | null;
  readonly unsaved: readonly UnsavedEdit[];
  /** Undo steps; undefined if they were written. */
  readonly undo: unknown;
}

type MomentStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const keyPrefix = "blueprint-last-moment";
/** Limit of one record, in characters: all pages of an origin share some five million. */
const charactersMax = 1_000_000;

/** Returns false if there is no room. `name` is that of the device's copy. */
export function keepLastMoment(name: string, moment: LastMoment, storage: MomentStorage = localStorage): boolean {
  const update = moment.update === null ? null : toBase64(moment.update);
  const value = JSON.stringify({ ...moment, update });
  if (value.length > charactersMax) return false;
  try {
    storage.setItem(toKey(name, moment.page), value);
    return true;
  } catch {
    return false;
  }
}

/** Oldest first. Skips unreadable records. */
export function readLastMoments(name: string, storage: MomentStorage = localStorage): readonly LastMoment[] {
  return findKeys(name, storage)
    .map((key) => parseMoment(storage.getItem(key)))
    .filter((moment) => moment !== null)
    .sort((one, other) => one.keptAt - other.keptAt);
}

export function forgetLastMoment(name: string, page: number, storage: MomentStorage = localStorage): void {
  storage.removeItem(toKey(name, page));
}

export function forgetLastMoments(name: string, storage: MomentStorage = localStorage): void {
  for (const key of findKeys(name, storage)) storage.removeItem(key);
}

function toKey(name: string, page: number): string {
  return `${keyPrefix}/${name}/${page}`;
}

function findKeys(name: string, storage: MomentStorage): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(`${keyPrefix}/${name}/`));
}

function parseMoment(value: string | null): LastMoment | null {
  try {
    const moment = JSON.parse(value ?? "null") as (Omit<LastMoment, "update"> & { update: string | null }) | null;
    if (moment === null) return null;
    const update = moment.update === null ? null : fromBase64(moment.update);
    return { ...moment, update };
  } catch {
    return null;
  }
}
