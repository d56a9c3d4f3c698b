import { LocateFixed } from "lucide-react";
import { Spinner } from "../../../ui/spinner.tsx";
import { canLocate, type NearMe } from "../use-near-me.ts";
import { FacetToggle } from "./facet-toggle.tsx";

/** Sorts by distance from the visitor, who decides whether to share where they are. */
export function NearMeButton({
  nearMe: { state },
  onOn,
  onOff,
}: {
  readonly nearMe: NearMe;
  readonly onOn: () => void;
  readonly onOff: () => void;
}) {
  if (!canLocate()) return null;
  const isOn = state === "on";
  return (
    // A second click while the browser asks takes the question back.
    <FacetToggle isOn={isOn} onPress={isOn || state === "asking" ? onOff : onOn}>
      {state === "asking" ? (
        <Spinner />
      ) : (
        <LocateFixed size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      )}
      Near me
    </FacetToggle>
  );
}
