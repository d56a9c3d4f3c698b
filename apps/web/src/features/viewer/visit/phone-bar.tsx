import { TourStart } from "../tours/tour-start.tsx";
import { LookChoice } from "./look-choice.tsx";
import { useVisit } from "./visit.ts";
import { openSheet, startTour } from "./visitor.store.ts";
import { VisitorBar } from "./visitor-bar.tsx";

/** The bar of a phone with what this place offers in it. */
export function PhoneBar() {
  const { blueprint, store, state } = useVisit();
  const { sheet } = state;
  return (
    <VisitorBar
      isListOpen={sheet === "list"}
      isMoreOpen={sheet === "more"}
      onList={() => openSheet(store, sheet === "list" ? null : "list")}
      onMore={() => openSheet(store, sheet === "more" ? null : "more")}
    >
      <LookChoice />
      <TourStart tours={blueprint.scene.tours ?? []} isIcon onStart={(tourId) => startTour(store, tourId)} />
    </VisitorBar>
  );
}
