import type { LocatedPlace } from "@blueprint/contract/discover";
import { Link } from "@tanstack/react-router";
import { MapPin, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { formatAmount, formatCount } from "../../../lib/format.ts";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { createPinClusters, type GeoBounds, type PinCluster, toBounds } from "../../../ui/map/cluster-pins.ts";
import { MapPanel } from "../../../ui/map/map-panel.tsx";
import { useMapValue, useMapView } from "../../../ui/map/map-view.ts";
import { OnMap } from "../../../ui/map/on-map.tsx";

const clusterPx = 48;
const worldBounds: GeoBounds = { south: -50, west: -150, north: 70, east: 160 };

function toPlacesBounds(places: readonly LocatedPlace[]): GeoBounds {
  const [first, ...rest] = places;
  return first === undefined ? worldBounds : toBounds([first, ...rest]);
}

/** The found places with a location, as pins. The list next to it is always complete. */
export function PlaceMap({ places, total }: { readonly places: readonly LocatedPlace[]; readonly total: number }) {
  const [start] = useState(() => ({ bounds: toPlacesBounds(places) }));
  return (
    <section aria-label="Map of places" className="grid gap-2 lg:sticky lg:top-6">
      <MapPanel label="Map of places" start={start} className="h-[min(70dvh,36rem)] w-full">
        <PlacePins places={places} />
      </MapPanel>
      <p role="status" className="text-caption text-ink-soft">
        {places.length < total
          ? `The ${formatCount(places.length)} newest of ${formatAmount(total, "place")} with a pin.`
          : total === 0
            ? "None of these places has a pin on the map."
            : `${formatAmount(total, "place")} with a pin.`}
      </p>
    </section>
  );
}

function toKey(cluster: PinCluster<LocatedPlace>): string {
  return cluster.pins.map(({ slug }) => slug).join(" ");
}

function PlacePins({ places }: { readonly places: readonly LocatedPlace[] }) {
  const view = useMapView();
  const zoom = useMapValue((map) => Math.floor(map.zoom() * 2) / 2);
  const clustersAt = useMemo(() => createPinClusters(places, clusterPx), [places]);
  const clusters = useMemo(() => clustersAt(zoom), [clustersAt, zoom]);
  const [chosenSlugs, setChosenSlugs] = useState<readonly string[]>([]);
  const chosen = places.filter(({ slug }) => chosenSlugs.includes(slug));
  const opener = useRef<HTMLButtonElement>(null);

  // A new search brings new places: move them into view.
  const shown = useRef(places);
  useEffect(() => {
    if (shown.current === places || places.length === 0) return;
    shown.current = places;
    view.fit(toPlacesBounds(places));
  }, [view, places]);

  const open = (cluster: PinCluster<LocatedPlace>, button: HTMLButtonElement) => {
    const { south, west, north, east } = toBounds(cluster.pins);
    // Zooming in separates pins that are apart.
    const isApart = north - south > 1e-4 || east - west > 1e-4;
    if (cluster.pins.length > 1 && isApart && view.zoom() < view.zoomMax() - 0.5) {
      view.fit({ south, west, north, east });
      return;
    }
    opener.current = button;
    setChosenSlugs(cluster.pins.map(({ slug }) => slug));
  };
  const close = () => {
    setChosenSlugs([]);
    opener.current?.focus();
  };
  return (
    <>
      {/* West to east, so that the focus order is easy to follow. */}
      {clusters
        .toSorted((first, second) => first.at.longitude - second.at.longitude)
        .map((cluster) => (
          <OnMap key={toKey(cluster)} at={cluster.at} anchor={cluster.pins.length === 1 ? "bottom" : "centre"}>
            <PinButton
              cluster={cluster}
              isChosen={cluster.pins.some(({ slug }) => chosenSlugs.includes(slug))}
              onOpen={(button) => open(cluster, button)}
            />
          </OnMap>
        ))}
      {chosen.length === 0 ? null : <ChosenPlaces key={chosenSlugs.join(" ")} places={chosen} onClose={close} />}
    </>
  );
}

function PinButton({
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

/** The places behind a pin: usually one, several if they share an address. */
function ChosenPlaces({ places, onClose }: { readonly places: readonly LocatedPlace[]; readonly onClose: () => void }) {
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
