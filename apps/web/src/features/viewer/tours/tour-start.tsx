import type { PublishedTour } from "@blueprint/contract/published-content";
import { Route } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";

/** A button that starts a tour, or lists them if there are several; nothing without one. */
export function TourStart({
  tours,
  isIcon = false,
  onStart,
}: {
  readonly tours: readonly PublishedTour[];
  /** Shows no words, for the bar of a phone. */
  readonly isIcon?: boolean;
  readonly onStart: (tourId: string) => void;
}) {
  const { t } = useWording();
  const playable = tours.filter(({ stops }) => stops.length > 0);
  const [only] = playable;
  if (only === undefined) return null;
  const label =
    playable.length > 1
      ? t("tour.takeOne")
      : only.name === ""
        ? t("tour.take")
        : t("tour.takeNamed", { name: only.name });
  const begin = (
    <Button
      variant={isIcon ? "quiet" : "outline"}
      {...(isIcon ? { "aria-label": label, title: label } : {})}
      className={isIcon ? "w-11 px-0 text-ink-soft" : "pointer-events-auto max-w-full min-w-0 shrink"}
      onClick={playable.length === 1 ? () => onStart(only.id) : undefined}
    >
      <Route aria-hidden="true" strokeWidth={1.5} />
      {isIcon ? null : label}
    </Button>
  );
  if (playable.length === 1) return begin;
  return (
    <Menu trigger={begin} side="top" align="end">
      {playable.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onStart(id)}>
          {name === "" ? t("page.untitledTour") : name}
        </MenuItem>
      ))}
    </Menu>
  );
}
