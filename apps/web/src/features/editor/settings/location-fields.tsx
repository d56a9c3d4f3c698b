import type { Blueprint } from "@blueprint/contract/blueprints";
import type { SceneSettings } from "@blueprint/scene/scene-settings";
import { editSettings } from "@blueprint/scene/settings-operations";
import { MapPin } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { NumberField } from "../tools/number-field.tsx";
import { useDocument, useEditorRoom } from "../use-editor-room.ts";

/** Where the place's origin lies on Earth, and which way is north. */
export function LocationFields({ place }: { readonly place: Blueprint["place"] }) {
  const { attempt } = useEditorRoom();
  const { northDegrees, latitude, longitude } = useDocument().scene.settings;
  const choose = (values: Partial<SceneSettings>) => attempt((doc) => editSettings(doc, values));
  const type = (values: Partial<SceneSettings>) =>
    attempt((doc) => editSettings(doc, values), { joins: `settings ${Object.keys(values).join()}` });
  return (
    <section className="grid gap-2.5 border-t border-hairline pt-5">
      <h3 className="font-strong">Location</h3>
      <p className="text-caption text-ink-soft text-pretty">
        Where the place's origin (0, 0) is and which way is north. With both, zones export as GeoJSON in degrees;
        without, in metres.
      </p>
      <div className="grid gap-2 sm:grid-cols-3">
        <NumberField
          label="North"
          unit="° clockwise from −Z"
          digits={2}
          min={-360}
          max={360}
          value={northDegrees}
          onChange={(degrees) => type({ northDegrees: degrees })}
        />
        {latitude === null || longitude === null ? null : (
          <>
            <NumberField
              label="Latitude"
              unit="°"
              digits={7}
              min={-90}
              max={90}
              value={latitude}
              onChange={(degrees) => type({ latitude: degrees })}
            />
            <NumberField
              label="Longitude"
              unit="°"
              digits={7}
              min={-180}
              max={180}
              value={longitude}
              onChange={(degrees) => type({ longitude: degrees })}
            />
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {place.latitude === null || place.longitude === null ? (
          latitude === null ? (
            <Button size="small" onClick={() => choose({ latitude: 0, longitude: 0 })}>
              Enter coordinates
            </Button>
          ) : null
        ) : (
          <Button size="small" onClick={() => choose({ latitude: place.latitude, longitude: place.longitude })}>
            <MapPin aria-hidden="true" strokeWidth={1.75} />
            Use the map pin
          </Button>
        )}
        {latitude === null ? null : (
          <Button size="small" variant="quiet" onClick={() => choose({ latitude: null, longitude: null })}>
            Clear location
          </Button>
        )}
      </div>
    </section>
  );
}
