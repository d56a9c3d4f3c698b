import { importAnchors, writeAnchorsCsv, writeAnchorsJson } from "@blueprint/scene/anchor-exchange";
import { evaluateMeasurement } from "@blueprint/scene/measurement";
import { writeMeasurementsDxf } from "@blueprint/scene/measurement-drawing";
import { writeMeasurementsCsv } from "@blueprint/scene/measurement-table";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import { toScale } from "@blueprint/scene/scene-settings";
import { importZones, writeZonesGeoJson } from "@blueprint/scene/zone-exchange";
import { Download, FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import type * as Y from "yjs";
import { downloadText } from "../../../lib/download-text.ts";
import { formatAmount } from "../../../lib/format.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { formatMeasured } from "../../viewer/viewer.ts";
import { attemptStep } from "../attempt-change.ts";
import { toMeasurementName } from "../object-names.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { type ImportPlan, planImport } from "./plan-import.ts";

const shownMax = 30;

/** Exports and imports anchors and zones in open formats, with a preview before each import. */
export function ExchangeDialog({ name }: { readonly name: string }) {
  const { store, session } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const isOpen = useEditor((state) => state.dialog === "exchange");
  const scale = toScale(scene.settings);
  const save = (what: string, extension: string, type: string, write: (doc: Y.Doc) => string) =>
    downloadText(`${name} ${what}.${extension}`, type, write(session.doc));
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "exchange" : null })}
      title="Import and export"
      description="Open formats. Anchors and zones survive export and import unchanged."
      width="wide"
    >
      <div className="grid gap-6">
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
        {canEdit ? <ImportPart /> : null}
      </div>
    </Dialog>
  );
}

function ImportPart() {
  const { session, store, userId } = useEditorRoom();
  const inputId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [plan, setPlan] = useState<(ImportPlan & { readonly fileName: string }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File) => {
    setProblem(null);
    setPlan(null);
    try {
      setPlan({ ...planImport(session.doc, file.name, await file.text()), fileName: file.name });
    } catch (error) {
      if (!(error instanceof SceneInputError)) throw error;
      setProblem(error.message);
    }
  };
  const run = () => {
    if (plan === null) return;
    const options = {
      createId: () => crypto.randomUUID(),
      author: { userId, at: new Date().toISOString() },
    };
    const refusal = attemptStep(session, () => {
      const { added, changed } =
        plan.kind === "anchors"
          ? importAnchors(session.doc, plan.rows, options)
          : importZones(session.doc, plan.rows, options);
      const sentence = `${formatAmount(added.length, plan.kind.slice(0, -1))} added, ${changed.length} changed.`;
      session.announce(sentence);
      toasts.add({ title: "Imported", description: `${sentence} Undo reverts all of it.` });
      store.setState({ dialog: null });
    });
    setProblem(refusal);
  };
  return (
    <section className="grid gap-3 border-t border-hairline pt-5">
      <h3 className="font-strong">Import</h3>
      <label htmlFor={inputId} className="sr-only">
        File to import
      </label>
      <input
        ref={inputRef}
        id={inputId}
        type="file"
        accept=".csv,.json,.geojson,text/csv,application/json,application/geo+json"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void read(file);
          event.target.value = "";
        }}
      />
      <Button className="justify-self-start" onClick={() => inputRef.current?.click()}>
        <FileUp aria-hidden="true" strokeWidth={1.5} />
        Choose CSV, JSON or GeoJSON file
      </Button>
      {problem === null ? null : <Notice tone="danger">{problem} Nothing was changed.</Notice>}
      {plan === null ? null : (
        <div className="grid gap-3">
          <p aria-live="polite">
            <strong className="font-strong">{plan.fileName}</strong>: {describePlan(plan)}.
          </p>
          {plan.problems.length === 0 ? null : (
            <ul aria-label="Lines with problems" className="max-h-48 overflow-y-auto rounded-sharp border border-line">
              {plan.problems.slice(0, shownMax).map(({ line, field, message }) => (
                <li
                  key={`${line} ${field}`}
                  className="flex gap-3 px-3 py-1.5 not-last:border-b not-last:border-hairline"
                >
                  <span className="shrink-0 font-mono text-caption leading-6 text-ink-soft">line {line}</span>
                  <span className="min-w-0 break-words">
                    <span className="font-mono">{field}</span>: {message}
                  </span>
                </li>
              ))}
              {plan.problems.length > shownMax ? (
                <li className="px-3 py-1.5 text-ink-soft">And {plan.problems.length - shownMax} more.</li>
              ) : null}
            </ul>
          )}
          <DialogActions>
            <Button variant="quiet" onClick={() => setPlan(null)}>
              Choose another file
            </Button>
            <Button variant="primary" disabled={plan.rows.length === 0} onClick={run}>
              {plan.problems.length === 0 ? "Import" : `Import ${formatAmount(plan.rows.length, "valid row")}`}
            </Button>
          </DialogActions>
        </div>
      )}
    </section>
  );
}

function describePlan({ addedCount, presentCount, problems }: ImportPlan): string {
  const parts = [
    addedCount > 0 ? formatAmount(addedCount, "new row") : "",
    presentCount > 0 ? `${formatAmount(presentCount, "row")} to update` : "",
    problems.length > 0 ? formatAmount(problems.length, "unreadable line") : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing to import" : parts.join(", ");
}
