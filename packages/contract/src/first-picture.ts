import type { PublishedBlueprint } from "./published.ts";

/**
 * The data that the first picture of a scan is drawn from, in the order needed. A page may request it before the code
 * that reads it has loaded.
 */
export function listFirstPictureUrls({ kind, delivery }: PublishedBlueprint["scans"][number]): string[] {
  const { form, entryUrl, preloadUrls = [] } = delivery;
  // The pyramid's loader reads its header first and requests it itself.
  const urls = form === "image-pyramid" ? [...preloadUrls] : [entryUrl, ...preloadUrls];
  // The coarsest points are always at this path; reading it from the tileset would cost a round trip.
  if (form === "3d-tiles" && kind === "point-cloud") urls.push(entryUrl.replace(/[^/]*$/, "tiles/r.glb"));
  return [...new Set(urls)];
}

/** The scan shown first: the oldest one seen from outside, else the first panorama, else a drawing. */
export function findFirstScan<Scan extends Pick<PublishedBlueprint["scans"][number], "kind">>(
  scans: readonly Scan[],
): Scan | undefined {
  const isScene = ({ kind }: Pick<Scan, "kind">) => kind !== "panorama" && kind !== "plan";
  return scans.find(isScene) ?? scans.find(({ kind }) => kind === "panorama") ?? scans[0];
}
