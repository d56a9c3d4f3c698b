import type { LocatedPlace } from "@blueprint/contract/discover";
import { MapPin } from "lucide-react";
import { formatAmount, formatCount } from "../../../lib/format.ts";
import type { PinCluster } from "../../../ui/map/cluster-pins.ts";

/** The pin of a place, or the count of several. */
export function PinButton({
  cluster: { pins },
  isChosen,
  onOpen,
}: {
  readonly cluster: PinCluster<LocatedPlace>;
  readonly isChosen: boolean;
  readonly onOpen: (button: HTMLButtonElement) => void;
}) {
  if (pins.length > 1)
    return (
      <button
        type="button"
        aria-label={`${formatAmount(pins.length, "place")}: ${pins
          .slice(0, 3)
          .map(({ name }) => name)
          .join(", ")}${pins.length > 3 ? " and more" : ""}`}
        onClick={(event) => onOpen(event.currentTarget)}
        className="grid size-11 place-items-center rounded-full border-2 border-sheet bg-accent font-mono text-caption font-strong text-on-accent shadow-overlay hover:bg-accent-strong"
      >
        {formatCount(pins.length)}
      </button>
    );
  return (
    <button
      type="button"
      aria-label={pins[0].name}
      aria-expanded={isChosen}
      title={pins[0].name}
      onClick={(event) => onOpen(event.currentTarget)}
      className="grid size-9 place-items-end justify-center rounded-sharp text-accent hover:text-accent-strong pointer-coarse:size-11"
    >
      <MapPin
        size={32}
        strokeWidth={1.75}
        aria-hidden="true"
        className={isChosen ? "-mb-0.5 fill-accent stroke-sheet" : "-mb-0.5 fill-accent-wash"}
      />
    </button>
  );
}
