import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { AnchorCard } from "../anchors/anchor-card.tsx";
import { Whereabouts } from "../anchors/whereabouts.tsx";
import type { SpokenAnchor } from "../place/visitor-language.ts";
import { useShare } from "../sharing/use-share.ts";
import { useVisit } from "./visit.ts";
import { canWalk, closeAnchor, showRoute, stepAnchor } from "./visit-moves.ts";

/** The selected place's card, with the way to the next one. */
export function VisitCard({ anchor }: { readonly anchor: SpokenAnchor }) {
  const visit = useVisit();
  const { blueprint, hidden, view, storeys, camera, isCompact } = visit;
  const { seen, standing } = view;
  const { t } = useWording();
  const share = useShare(blueprint.name);
  const isAnywhere = view.drawing === undefined && (view.isPanorama || seen.length > 0);
  const lowestM = Math.min(...seen.map(({ delivery }) => delivery.bounds.min[1]));
  return (
    <AnchorCard
      anchor={anchor}
      number={view.selectedIndex + 1}
      // On a phone, the tour's own buttons step.
      total={isCompact && view.tour !== undefined ? 1 : blueprint.scene.anchors.length}
      whereabouts={
        isAnywhere ? (
          <Whereabouts
            position={anchor.position}
            standing={standing}
            camera={camera}
            floorsM={storeys.floorsM.length > 0 ? storeys.floorsM : [lowestM]}
          />
        ) : null
      }
      onStep={(by) => stepAnchor(visit, by)}
      onRoute={
        canWalk(visit)
          ? () =>
              void showRoute(visit, {
                to: anchor.position,
                name: anchor.title || t("page.untitled"),
                stepFree: visit.state.route?.stepFree ?? false,
              })
          : null
      }
      onShare={
        hidden.has("share") ? null : () => share({ kind: "anchor", id: anchor.id }, anchor.title || t("page.untitled"))
      }
      onClose={() => closeAnchor(visit)}
    />
  );
}
