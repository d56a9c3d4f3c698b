import { LocateFixed } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { canLocate, type NearMe } from "../use-near-me.ts";

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
    <Button
      aria-pressed={isOn}
      busy={state === "asking"}
      onClick={isOn ? onOff : onOn}
      className={isOn ? "border-accent bg-accent-wash text-accent hover:border-accent hover:bg-accent-wash" : undefined}
    >
      <LocateFixed strokeWidth={1.5} aria-hidden="true" />
      Near me
    </Button>
  );
}
