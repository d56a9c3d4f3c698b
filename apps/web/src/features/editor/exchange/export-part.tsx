import { writeAnchorsCsv, writeAnchorsJson } from "@blueprint/scene/anchor-exchange";
import { evaluateMeasurement } from "@blueprint/scene/measurement";
import { writeMeasurementsDxf } from "@blueprint/scene/measurement-drawing";
import { writeMeasurementsCsv } from "@blueprint/scene/measurement-table";
import { toScale } from "@blueprint/scene/scene-settings";
import { writeZonesGeoJson } from "@blueprint/scene/zone-exchange";
import { Download } from "lucide-react";
import type * as Y from "yjs";
import { downloadText } from "../../../lib/download-text.ts";
import { formatAmount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { formatMeasured } from "../../viewer/viewer.ts";
import { toMeasurementName } from "../object-names.ts";
import { useDocument, useEditorRoom } from "../use-editor-room.ts";

/** Buttons that save the place's content as files. */
export function ExportPart({ name }: { readonly name: string }) {
  const { connection } = useEditorRoom();
  const { scene } = useDocument();
  const scale = toScale(scene.settings);
  const save = (what: string, extension: string, type: string, write: (doc: Y.Doc) => string) =>
    downloadText(`${name} ${what}.${extension}`, type, connection.read(write));
  return (
    <section className="grid gap-2.5">
      <h3 className="font-strong">Export</h3>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => save("anchors", "csv", "text/csv", writeAnchorsCsv)}>
          <Download aria-hidden="true" strokeWidth={1.5} />
          Anchors as CSV
        </Button>
        <Button onClick={() => save("anchors", "json", "application/json", writeAnchorsJson)}>
          <Download aria-hidden="true" strokeWidth={1.5} />
          Anchors as JSON
        </Button>
        <Button onClick={() => save("zones", "geojson", "application/geo+json", writeZonesGeoJson)}>
          <Download aria-hidden="true" strokeWidth={1.5} />
          Zones as GeoJSON
        </Button>
        {scene.measurements.length === 0 ? null : (
          <>
            <Button
              onClick={() =>
                save("measurements", "csv", "text/csv", () => writeMeasurementsCsv(scene.measurements, scale))
              }
            >
              <Download aria-hidden="true" strokeWidth={1.5} />
              Measurements as CSV
            </Button>
            <Button
              onClick={() =>
                save("measurements", "dxf", "image/vnd.dxf", () =>
                  writeMeasurementsDxf(
                    scene.measurements,
                    scale,
                    (measurement) =>
                      `${toMeasurementName(measurement)} ${formatMeasured(evaluateMeasurement(measurement, scale), measurement.type, scene.settings.units)}`,
                  ),
                )
              }
            >
              <Download aria-hidden="true" strokeWidth={1.5} />
              Measurements as DXF
            </Button>
          </>
        )}
      </div>
      <p className="text-caption text-ink-soft">
        {formatAmount(scene.anchors.length, "anchor")}, {formatAmount(scene.zones.length, "zone")} and{" "}
        {formatAmount(scene.measurements.length, "measurement")}. Measurements use the calibrated scale.
      </p>
    </section>
  );
}
