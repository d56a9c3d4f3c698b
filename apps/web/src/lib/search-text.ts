import type { z } from "zod";

/** The router's form of a query string: strings, and arrays for repeated names. */
type Search = Record<string, unknown>;

/** URLs of one visit; beyond this, the least recently seen are dropped. */
const rememberedMax = 200;
/** Original query strings, by parsed content. */
const written = new Map<string, string>();

/** Parses a query string without converting values to numbers, booleans or objects. */
export function parseSearch(text: string): Search {
  // A name may be "__proto__".
  const search: Search = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    search[name] = before === undefined ? value : [before, value].flat();
  }
  const says = JSON.stringify(search);
  written.delete(says);
  written.set(says, text);
  for (const oldest of written.keys()) {
    if (written.size <= rememberedMax) break;
    written.delete(oldest);
  }
  return search;
}

/** The query string byte for byte as it was read (spec §2); serialises only strings that were never read. */
export function stringifySearch(search: Search): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of [value].flat()) if (one !== undefined) params.append(name, String(one));
  const text = params.toString();
  if (text === "") return "";
  return written.get(JSON.stringify(search)) ?? `?${text}`;
}

/**
 * Types a screen's search params for links to it. Leaves the URL unchanged: values that don't match stay in it, and the
 * screen reads it with the schema.
 */
export function keepSearch<Schema extends z.ZodType>(_schema: Schema): (search: Search) => z.output<Schema> {
  return (search) => search as z.output<Schema>;
}
