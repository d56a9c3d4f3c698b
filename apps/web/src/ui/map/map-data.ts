import citiesUrl from "./data/cities.gen.txt?url";
import nearUrl from "./data/near.gen.json?url";
import worldUrl from "./data/world.gen.json?url";
import { readGazetteer, type Settlement } from "./gazetteer.ts";
import type { NearShapes, WorldShapes } from "./world-shapes.ts";

const townUrls = import.meta.glob<string>("./data/towns-*.gen.txt", { query: "?url", import: "default", eager: true });

// Successful loads are cached; failed ones are retried the next time.
const loaded = new Map<string, Promise<unknown>>();

function loadOnce<Content>(url: string, read: (response: Response) => Promise<Content>): Promise<Content> {
  const known = loaded.get(url) as Promise<Content> | undefined;
  if (known !== undefined) return known;
  const loading = fetch(url).then((response) => {
    if (!response.ok) throw new Error(`${url} answered with status ${response.status}.`);
    return read(response);
  });
  loaded.set(url, loading);
  loading.catch(() => loaded.delete(url));
  return loading;
}

export function loadWorldShapes(): Promise<WorldShapes> {
  return loadOnce(worldUrl, (response) => response.json() as Promise<WorldShapes>);
}

/** About 700 kB: for maps near enough to show the difference. */
export function loadNearShapes(): Promise<NearShapes> {
  return loadOnce(nearUrl, (response) => response.json() as Promise<NearShapes>);
}

/** Settlements with a population of at least `cityPopulationMin`. */
export function loadCities(): Promise<Settlement[]> {
  return loadOnce(citiesUrl, async (response) => readGazetteer(await response.text()));
}

/** Smaller settlements of one file. @param file as named by `toTownFile` */
export async function loadTowns(file: string): Promise<Settlement[]> {
  const url = townUrls[`./data/towns-${file}.gen.txt`];
  return url === undefined ? [] : loadOnce(url, async (response) => readGazetteer(await response.text()));
}
