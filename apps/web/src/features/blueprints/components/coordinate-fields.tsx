import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { type GeoPoint, readCoordinatePair, readDegrees, toGeoPoint } from "../../../ui/map/degrees.ts";
import { TextField } from "../../../ui/text-field.tsx";

interface Typed {
  readonly latitude: string;
  readonly longitude: string;
}

function toTyped(pin: GeoPoint | null): Typed {
  return pin === null
    ? { latitude: "", longitude: "" }
    : { latitude: String(pin.latitude), longitude: String(pin.longitude) };
}

/** The pin's latitude and longitude. Pasting both into the first field fills in both. */
export function CoordinateFields({
  pin,
  onChange,
  onInvalid,
}: {
  readonly pin: GeoPoint | null;
  readonly onChange: (pin: GeoPoint | null) => void;
  readonly onInvalid: (isInvalid: boolean) => void;
}) {
  const [typed, setTyped] = useState(() => toTyped(pin));
  const [shown, setShown] = useState(pin);
  // The pin moved by other means: update the fields.
  if (pin?.latitude !== shown?.latitude || pin?.longitude !== shown?.longitude) {
    setShown(pin);
    setTyped(toTyped(pin));
  }
  const isEmpty = typed.latitude.trim() === "" && typed.longitude.trim() === "";
  const latitude = readDegrees(typed.latitude, 90);
  const longitude = readDegrees(typed.longitude, 180);
  const isInvalid = !isEmpty && (latitude === null || longitude === null);
  useEffect(() => onInvalid(isInvalid), [isInvalid, onInvalid]);

  const keep = (next: GeoPoint | null) => {
    const kept = next === null ? null : toGeoPoint(next);
    setShown(kept);
    onChange(kept);
  };
  const change = (next: Typed) => {
    const pair = readCoordinatePair(next.latitude);
    if (pair !== null) {
      setTyped(toTyped(toGeoPoint(pair)));
      keep(pair);
      return;
    }
    setTyped(next);
    const [south, east] = [readDegrees(next.latitude, 90), readDegrees(next.longitude, 180)];
    if (south !== null && east !== null) keep({ latitude: south, longitude: east });
    else if (next.latitude.trim() === "" && next.longitude.trim() === "") keep(null);
  };
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Latitude"
          inputMode="decimal"
          autoComplete="off"
          placeholder="60.39299"
          value={typed.latitude}
          onChange={(event) => change({ ...typed, latitude: event.target.value })}
          error={isEmpty || latitude !== null ? undefined : "Enter a number from −90 to 90."}
        />
        <TextField
          label="Longitude"
          inputMode="decimal"
          autoComplete="off"
          placeholder="5.32415"
          value={typed.longitude}
          onChange={(event) => change({ ...typed, longitude: event.target.value })}
          error={isEmpty || longitude !== null ? undefined : "Enter a number from −180 to 180."}
        />
      </div>
      {isEmpty ? null : (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => {
            setTyped(toTyped(null));
            keep(null);
          }}
        >
          Remove the pin
        </Button>
      )}
    </div>
  );
}
