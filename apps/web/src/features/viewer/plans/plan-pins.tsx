import type { PublishedAnchor } from "@blueprint/contract/published";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { PinSign } from "../pins/pin-sign.tsx";
import { type PlanWindow, toPlanPixels } from "./plan-window.ts";

/** Numbered marks of a storey's anchors. */
export function PlanPins({
  pins,
  selectedAnchorId,
  window,
  onSelect,
}: {
  readonly pins: readonly { readonly anchor: PublishedAnchor; readonly number: number }[];
  readonly selectedAnchorId: string | null;
  readonly window: PlanWindow;
  readonly onSelect: (anchorId: string) => void;
}) {
  const { t } = useWording();
  return pins.map(({ anchor, number }) => {
    const { x, y } = toPlanPixels(window, anchor.position[0], anchor.position[2]);
    const title = anchor.title === "" ? t("page.untitled") : anchor.title;
    return (
      <button
        key={anchor.id}
        type="button"
        data-plan-mark={anchor.id}
        aria-label={`${number}. ${title}`}
        title={title}
        aria-current={anchor.id === selectedAnchorId ? "location" : undefined}
        onClick={() => onSelect(anchor.id)}
        style={{ left: x, top: y, "--pin": anchor.markColour } as React.CSSProperties}
        className={classNames(
          "group absolute -mt-4.5 -ml-4.5 grid size-9 cursor-pointer place-items-center outline-none aria-[current]:z-10",
        )}
      >
        <span
          className={classNames(
            "grid h-6.5 min-w-6.5 place-items-center rounded-full border-2 border-sheet bg-(--pin,var(--accent)) px-1 font-mono text-caption font-strong text-on-accent shadow-overlay",
            "transition-transform duration-120 group-hover:scale-110 group-aria-[current]:scale-125",
            "group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent",
          )}
        >
          <PinSign icon={anchor.icon} type={anchor.type} number={number} />
        </span>
      </button>
    );
  });
}
