import type { Place } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { MapPinPlus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { mapService } from "../../../lib/map-service.ts";
import { Button } from "../../../ui/button.tsx";
import { formatGeoPoint, type GeoPoint, toGeoPoint } from "../../../ui/map/degrees.ts";
import { MapPanel } from "../../../ui/map/map-panel.tsx";
import { useMapView } from "../../../ui/map/map-view.ts";
import { MovablePin } from "../../../ui/map/movable-pin.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import type { FoundPlace } from "../place-search.queries.ts";
import { CoordinateFields } from "./coordinate-fields.tsx";
import { PlaceSearch } from "./place-search.tsx";

const worldStart = { at: { latitude: 30, longitude: 10 }, zoom: 0.6 };
// The built-in map has no more detail at closer zoom levels.
const pinZoom = mapService === null ? 9.5 : 15;

export function toPin({ latitude, longitude }: Place): GeoPoint | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** A venue's location: its address, and a pin set by search, map, arrow keys or typed coordinates. */
export function PlaceFields({
  place,
  onChange,
  onInvalid,
  addressError,
  className,
}: {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
  /** Reports whether the typed coordinates are invalid. */
  readonly onInvalid: (isInvalid: boolean) => void;
  readonly addressError?: string | undefined;
  /** Lays out the fields and the map. */
  readonly className: string;
}) {
  const pin = toPin(place);
  // The map flies there once it has loaded.
  const [target, setTarget] = useState<{ readonly at: GeoPoint; readonly zoom: number } | null>(null);
  const setPin = (at: GeoPoint | null) =>
    onChange({ ...place, latitude: at?.latitude ?? null, longitude: at?.longitude ?? null });
  const takeFound = ({ label, latitude, longitude, zoom }: FoundPlace) => {
    const at = toGeoPoint({ latitude, longitude });
    const address = place.address.trim() === "" ? label.slice(0, limits.addressCharactersMax) : place.address;
    onChange({ address, ...at });
    setTarget({ at, zoom });
  };
  return (
    <div className={className}>
      <div className="grid content-start gap-5">
        <PlaceSearch onFound={takeFound} />
        <TextArea
          label="Address"
          name="address"
          optional
          rows={2}
          autoComplete="street-address"
          maxLength={limits.addressCharactersMax}
          value={place.address}
          onChange={(event) => onChange({ ...place, address: event.target.value })}
          error={addressError}
        />
        <CoordinateFields
          pin={pin}
          onChange={(at) => {
            setPin(at);
            if (at !== null) setTarget({ at, zoom: pinZoom });
          }}
          onInvalid={onInvalid}
        />
      </div>
      <div className="grid content-start gap-2">
        <MapPanel
          label="Map to set the pin on"
          start={pin === null ? worldStart : { at: pin, zoom: pinZoom }}
          className="h-72 w-full sm:h-96"
        >
          <PinSetting pin={pin} target={target} onPin={setPin} />
        </MapPanel>
        <p className="text-caption text-ink-soft text-pretty">
          {pin === null
            ? "Find a city, or click the map where the venue is. Then drag the pin, or move it with the arrow keys."
            : "Drag the pin, or focus it and use the arrow keys."}
        </p>
      </div>
    </div>
  );
}

function PinSetting({
  pin,
  target,
  onPin,
}: {
  readonly pin: GeoPoint | null;
  readonly target: { readonly at: GeoPoint; readonly zoom: number } | null;
  readonly onPin: (at: GeoPoint) => void;
}): ReactNode {
  const view = useMapView();
  useEffect(() => {
    if (target !== null) view.show(target.at, target.zoom);
  }, [view, target]);
  useEffect(() => view.onPress((at) => onPin(toGeoPoint(at))), [view, onPin]);
  const setInMiddle = () => {
    const { width, height } = view.size();
    onPin(toGeoPoint(view.toGeoPoint(width / 2, height / 2)));
  };
  return (
    <>
      {pin === null ? null : <MovablePin at={pin} onMove={onPin} />}
      <div className="absolute top-2 left-2 z-20">
        <Button size="small" onClick={setInMiddle}>
          <MapPinPlus aria-hidden="true" strokeWidth={1.75} />
          {pin === null ? "Set pin at map centre" : "Move pin to map centre"}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {pin === null ? "No pin set." : `The pin is at ${formatGeoPoint(pin)}.`}
      </p>
    </>
  );
}
