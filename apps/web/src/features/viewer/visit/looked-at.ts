import type { Wording } from "../../../lib/visitor-texts/wording.ts";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { LookedAt } from "../sharing/use-share-choices.ts";
import { nameStorey } from "../storeys/storey-name.ts";
import type { VisitorState } from "./visitor.store.ts";
import type { VisitorView } from "./visitor-view.ts";

/** What a visitor looks at that has an address of its own: the open card, the chosen view, the tour, the storey. */
export function listLookedAt(
  { scene }: SpokenBlueprint,
  { viewId }: VisitorState,
  { selected, tour, drawing, storeyPlans }: VisitorView,
  storey: number | null,
  wording: Wording,
): readonly LookedAt[] {
  const { t } = wording;
  const savedView = scene.views?.find(({ id }) => id === viewId);
  const listed: (LookedAt | null)[] = [
    selected === undefined
      ? null
      : { link: { kind: "anchor", id: selected.id }, name: selected.title || t("page.untitled") },
    savedView === undefined
      ? null
      : { link: { kind: "view", id: savedView.id }, name: savedView.name || t("page.untitledView") },
    tour === undefined ? null : { link: { kind: "tour", id: tour.id }, name: tour.name || t("page.untitledTour") },
    // Pages of a drawing are no storeys.
    storey === null || drawing !== undefined
      ? null
      : { link: { kind: "storey", storey }, name: nameStorey(storeyPlans, storey, wording) },
  ];
  return listed.filter((one) => one !== null);
}
