import type { LocatedPlace } from "@blueprint/contract/discover";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

/** The places behind a pin: usually one, several if they share an address. */
export function ChosenPlaces({
  places,
  onClose,
}: {
  readonly places: readonly LocatedPlace[];
  readonly onClose: () => void;
}) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.querySelector<HTMLElement>("a")?.focus(), []);
  return (
    <section
      ref={card}
      aria-label="Selected on the map"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      className="absolute inset-x-2 bottom-8 z-30 flex items-start gap-2 rounded-soft border border-line bg-sheet py-2.5 pr-1.5 pl-4 shadow-overlay"
    >
      <ul className="grid max-h-44 min-w-0 flex-1 gap-3 overflow-y-auto">
        {places.map(({ slug, name, industry, address }) => (
          <li key={slug} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="grid min-w-0 gap-0.5">
              <p className="font-strong break-words">{name}</p>
              <p className="text-caption text-ink-soft">
                {toIndustryLabel(industry)}
                {address === "" ? "" : ` · ${address}`}
              </p>
            </div>
            <Button size="small" variant="primary" asChild>
              <Link to="/webxr" search={{ b: slug }} aria-label={`Open ${name}`}>
                Open
              </Link>
            </Button>
          </li>
        ))}
      </ul>
      <IconButton label="Close" icon={X} size="small" tooltipSide="left" onClick={onClose} />
    </section>
  );
}
