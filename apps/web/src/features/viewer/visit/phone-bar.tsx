import { TourStart } from "../tours/tour-start.tsx";
import { LookChoice } from "./look-choice.tsx";
import { useVisit } from "./visit.ts";
import { openSheet, startTour } from "./visitor.store.ts";
import { VisitorBar } from "./visitor-bar.tsx";

/** The bar of a phone with what this place offers in it. */
export function PhoneBar() {
  const { blueprint, hidden, store, state } = useVisit();
  const { sheet } = state;
  return (
    <VisitorBar
      isListOpen={sheet === "list"}
      isMoreOpen={sheet === "more"}
      onList={hidden.has("list") ? null : () => openSheet(store, sheet === "list" ? null : "list")}
      onMore={() => openSheet(store, sheet === "more" ? null : "more")}
    >
      <LookChoice />
      <TourStart
        tours={hidden.has("tours") ? [] : (blueprint.scene.tours ?? [])}
        isIcon
        onStart={(tourId) => startTour(store, tourId)}
      />
    </VisitorBar>
  );
}
