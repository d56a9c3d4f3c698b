import type { PublishedBlueprint } from "./published.ts";

/**
 * What the first picture of a scan is drawn from, besides code: a page may ask for these before it knows how to read
 * them. In the order they are needed.
 */
export function listFirstPictureUrls({ kind, delivery }: PublishedBlueprint["scans"][number]): string[] {
  const { form, entryUrl, preloadUrls = [] } = delivery;
  // The head of a pyramid is asked for by its loader, which reads it first.
  const urls = form === "image-pyramid" ? [...preloadUrls] : [entryUrl, ...preloadUrls];
  // The coarsest points always stand here; waiting for the tileset to say so would cost a way to the server and back.
  if (form === "3d-tiles" && kind === "point-cloud") urls.push(entryUrl.replace(/[^/]*$/, "tiles/r.glb"));
  return [...new Set(urls)];
}

/** The scan whose picture comes first: the oldest that is seen from outside, else the first panorama, else a drawing. */
export function findFirstScan<Scan extends Pick<PublishedBlueprint["scans"][number], "kind">>(
  scans: readonly Scan[],
): Scan | undefined {
  const isScene = ({ kind }: Pick<Scan, "kind">) => kind !== "panorama" && kind !== "plan";
  return scans.find(isScene) ?? scans.find(({ kind }) => kind === "panorama") ?? scans[0];
}
