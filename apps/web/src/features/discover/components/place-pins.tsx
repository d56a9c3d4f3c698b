import type { LocatedPlace } from "@blueprint/contract/discover";
import { useEffect, useMemo, useRef, useState } from "react";
import { createPinClusters, type PinCluster, toBounds } from "../../../ui/map/cluster-pins.ts";
import { useMapValue, useMapView } from "../../../ui/map/map-view.ts";
import { OnMap } from "../../../ui/map/on-map.tsx";
import { toPlacesBounds } from "../places-bounds.ts";
import { ChosenPlaces } from "./chosen-places.tsx";
import { PinButton } from "./pin-button.tsx";

const clusterPx = 48;

function toKey(cluster: PinCluster<LocatedPlace>): string {
  return cluster.pins.map(({ slug }) => slug).join(" ");
}

/** Pins of the places; those close together share one. */
export function PlacePins({ places }: { readonly places: readonly LocatedPlace[] }) {
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
