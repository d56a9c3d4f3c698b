import { MapPin } from "lucide-react";
import { mapService } from "../../../lib/map-service.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { formatGeoPoint, type GeoPoint } from "../../../ui/map/degrees.ts";
import { MapPanel } from "../../../ui/map/map-panel.tsx";
import { OnMap } from "../../../ui/map/on-map.tsx";

/** A venue's geographic location, as a map and as coordinates. */
export function LocationMap({ name, at }: { readonly name: string; readonly at: GeoPoint }) {
  const { t } = useWording();
  return (
    <section aria-labelledby="location-heading" className="grid gap-4">
      <h2 id="location-heading" className="border-b border-line pb-2 text-lead font-strong">
        {t("list.whereItIs")}
      </h2>
      <MapPanel
        label={t("list.map", { name })}
        start={{ at, zoom: mapService === null ? 7 : 15 }}
        className="h-72 w-full"
      >
        <OnMap at={at} anchor="bottom">
          <MapPin size={36} strokeWidth={1.75} aria-hidden="true" className="-mb-0.5 fill-accent-wash text-accent" />
        </OnMap>
      </MapPanel>
      <p className="font-mono text-caption text-ink-soft">{formatGeoPoint(at)}</p>
    </section>
  );
}
