import type { PublishedAnchor } from "@blueprint/contract/published";
import type { PublishedTour } from "@blueprint/contract/published-content";
import { Route } from "lucide-react";
import { useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { TourPlayer } from "./tour-player.tsx";

/** The tours of a place: a button that begins one, and the player while it goes. */
export function TourBar({
  tours,
  anchors,
  isRaised,
  onStop,
}: {
  readonly tours: readonly PublishedTour[];
  readonly anchors: readonly PublishedAnchor[];
  /** Something lies at the lower edge of the screen. */
  readonly isRaised: boolean;
  readonly onStop: (anchorId: string) => void;
}) {
  const [playedId, setPlayedId] = useState<string | null>(null);
  const { t } = useWording();
  const playable = tours.filter(({ stops }) => stops.length > 0);
  const played = playable.find(({ id }) => id === playedId);
  const [only] = playable;
  if (only === undefined) return null;
  const begin = (
    <Button onClick={playable.length === 1 ? () => setPlayedId(only.id) : undefined}>
      <Route aria-hidden="true" strokeWidth={1.5} />
      {playable.length > 1
        ? t("tour.takeOne")
        : only.name === ""
          ? t("tour.take")
          : t("tour.takeNamed", { name: only.name })}
    </Button>
  );
  return (
    <div
      className={classNames(
        "absolute left-1/2 z-20 w-max max-w-[calc(100%-1.5rem)] -translate-x-1/2",
        isRaised ? "bottom-[calc(46dvh+0.75rem)]" : "bottom-3",
      )}
    >
      {played !== undefined ? (
        <div className="w-84 max-w-full">
          <TourPlayer
            key={played.id}
            tour={played}
            anchors={anchors}
            onStop={onStop}
            onClose={() => setPlayedId(null)}
          />
        </div>
      ) : playable.length === 1 ? (
        begin
      ) : (
        <Menu trigger={begin} side="top" align="start">
          {playable.map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => setPlayedId(id)}>
              {name === "" ? t("page.untitledTour") : name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
