import { getPerimeter } from "@blueprint/scene/polygon";
import { toScale } from "@blueprint/scene/scene-settings";
import { toPolygon, type Zone } from "@blueprint/scene/zone";
import { measureZone } from "@blueprint/scene/zone-geometry";
import { formatLengthIn, formatMeasured, toPointUncertainty } from "../../../viewer/viewer.ts";
import { useDocument, useEditor } from "../../use-editor-room.ts";

/** A zone's area, volume, outline and corners. */
export function ZoneFigures({ zone }: { readonly zone: Zone }) {
  const { settings } = useDocument().scene;
  const scanKinds = useEditor((state) => state.scanKinds);
  const scale = toScale(settings);
  // Corners are placed on the scan, so they are as precise as its points.
  const { area, volume } = measureZone(zone, { pointUncertainty: toPointUncertainty([...scanKinds.values()]), scale });
  const figures: readonly [string, string][] = [
    ["Area", formatMeasured(area, "area", settings.units)],
    ["Volume", formatMeasured(volume, "volume", settings.units)],
    ["Outline", formatLengthIn(getPerimeter(toPolygon(zone)) * scale.value, settings.units)],
    ["Corners", String(zone.outer.vertices.length)],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {figures.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="text-right font-mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
