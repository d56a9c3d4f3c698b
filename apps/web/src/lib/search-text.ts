import type { z } from "zod";

/** What the router is handed of a query string: texts, and lists of them where a name comes more than once. */
type Search = Record<string, unknown>;

/** Addresses of one visit; those longest not seen are forgotten beyond it. */
const rememberedMax = 200;
/** How a query string was written, by what it says. */
const written = new Map<string, string>();

/** Reads a query string without taking any text for a number, a truth or an object. */
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

/** The query string byte for byte as it was read (spec §2); one that was never read is written anew. */
export function stringifySearch(search: Search): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of [value].flat()) if (one !== undefined) params.append(name, String(one));
  const text = params.toString();
  if (text === "") return "";
  return written.get(JSON.stringify(search)) ?? `?${text}`;
}

/**
 * What a screen takes from its address, for links to it. The address itself is left alone: what does not fit stays in it,
 * and the screen reads it with the schema.
 */
export function keepSearch<Schema extends z.ZodType>(_schema: Schema): (search: Search) => z.output<Schema> {
  return (search) => search as z.output<Schema>;
}
