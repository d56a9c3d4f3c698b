import type { PublishedAnchor } from "@blueprint/contract/published";
import type { PublishedStop, PublishedView, PublishedZone } from "@blueprint/contract/published-content";

/** What the stops of a tour may show. */
export interface StopObjects<Anchor extends PublishedAnchor = PublishedAnchor> {
  readonly anchors: readonly Anchor[];
  readonly views: readonly PublishedView[];
  readonly zones: readonly PublishedZone[];
}

/** A stop's own title and text, and its anchor if it is at one. Undefined titles belong to objects that are gone. */
export function describeStop<Anchor extends PublishedAnchor>(
  stop: PublishedStop | undefined,
  { anchors, views, zones }: StopObjects<Anchor>,
): { readonly anchor: Anchor | undefined; readonly title: string | undefined; readonly text: string } {
  const anchor = anchors.find(({ id }) => id === stop?.anchorId);
  const zone = zones.find(({ id }) => id === stop?.zoneId);
  const view = views.find(({ id }) => id === stop?.viewId);
  return { anchor, title: anchor?.title ?? zone?.name ?? view?.name, text: anchor?.text ?? zone?.text ?? "" };
}
