import type { Blueprint } from "@blueprint/contract/blueprints";
import { type Floor, toFloorName } from "@blueprint/scene/floor";
import { addObject, editObject, removeObjects } from "@blueprint/scene/object-operations";
import type { SceneSettings } from "@blueprint/scene/scene-settings";
import { editSettings } from "@blueprint/scene/settings-operations";
import { MapPin, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { attemptStep } from "../attempt-change.ts";
import { NumberField } from "../tools/number-field.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";

const unitChoices = [
  { value: "metric", label: "Metric" },
  { value: "imperial", label: "Imperial" },
] as const;

/** Settings of the whole place: units, geographic location, storeys. */
export function SettingsDialog({ blueprint }: { readonly blueprint: Blueprint }) {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "settings");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "settings" : null })}
      title="Units, north and storeys"
      description="These apply to the whole place, for everyone who works on it."
      width="wide"
    >
      <SettingsForm blueprint={blueprint} />
    </Dialog>
  );
}

function SettingsForm({ blueprint }: { readonly blueprint: Blueprint }) {
  const { session } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const { units, northDegrees, latitude, longitude } = scene.settings;
  const { place } = blueprint;
  const change = (values: Partial<SceneSettings>) => editSettings(session.doc, values);
  const done = () => session.endStep();
  const set = (values: Partial<SceneSettings>) => {
    done();
    change(values);
    done();
  };
  return (
    <fieldset disabled={!canEdit} className="grid min-w-0 gap-6">
      <section className="grid justify-items-start gap-2.5">
        <h3 className="font-strong">Units</h3>
        <SegmentedControl
          label="Units"
          segments={unitChoices}
          value={units}
          onChange={(next) => canEdit && set({ units: next })}
        />
      </section>
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
            onChange={(degrees) => change({ northDegrees: degrees })}
            onDone={done}
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
                onChange={(degrees) => change({ latitude: degrees })}
                onDone={done}
              />
              <NumberField
                label="Longitude"
                unit="°"
                digits={7}
                min={-180}
                max={180}
                value={longitude}
                onChange={(degrees) => change({ longitude: degrees })}
                onDone={done}
              />
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {place.latitude === null || place.longitude === null ? (
            latitude === null ? (
              <Button size="small" onClick={() => set({ latitude: 0, longitude: 0 })}>
                Enter coordinates
              </Button>
            ) : null
          ) : (
            <Button size="small" onClick={() => set({ latitude: place.latitude, longitude: place.longitude })}>
              <MapPin aria-hidden="true" strokeWidth={1.75} />
              Use the map pin
            </Button>
          )}
          {latitude === null ? null : (
            <Button size="small" variant="quiet" onClick={() => set({ latitude: null, longitude: null })}>
              Clear location
            </Button>
          )}
        </div>
      </section>
      <Storeys />
    </fieldset>
  );
}

function Storeys() {
  const { session, userId } = useEditorRoom();
  const { scene } = useDocument();
  const [problem, setProblem] = useState<string | null>(null);
  const floors = [...scene.floors].sort((a, b) => b.storey - a.storey);
  const add = (storey: number, elevation: number) => {
    const refusal = attemptStep(session, () => {
      const made = { createdBy: userId, createdAt: new Date().toISOString() };
      addObject(session.doc, "floors", String(storey), { ...made, elevation });
      session.announce(`${toFloorName({ storey, name: "" })} added.`);
    });
    setProblem(refusal);
  };
  const [top, bottom] = [floors[0], floors.at(-1)];
  return (
    <section className="grid gap-2.5 border-t border-hairline pt-5">
      <h3 className="font-strong">Storeys</h3>
      <p className="text-caption text-ink-soft text-pretty">
        Each object belongs to the highest storey below it. Plans sit on storeys, and visitors see their names.
      </p>
      {floors.length === 0 ? <p className="text-ink-soft">No storeys yet.</p> : null}
      <ul className="grid gap-3">
        {floors.map((floor) => (
          <StoreyFields key={floor.id} floor={floor} />
        ))}
      </ul>
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        {top === undefined || bottom === undefined ? (
          <Button size="small" onClick={() => add(0, 0)}>
            <Plus aria-hidden="true" strokeWidth={1.75} />
            Add ground floor
          </Button>
        ) : (
          <>
            <Button size="small" onClick={() => add(top.storey + 1, (top.elevation ?? 0) + top.height)}>
              <Plus aria-hidden="true" strokeWidth={1.75} />
              Add storey above
            </Button>
            <Button size="small" onClick={() => add(bottom.storey - 1, (bottom.elevation ?? 0) - bottom.height)}>
              <Plus aria-hidden="true" strokeWidth={1.75} />
              Add storey below
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function StoreyFields({ floor }: { readonly floor: Floor }) {
  const { session } = useEditorRoom();
  const name = toFloorName(floor);
  const change = (values: Parameters<typeof editObject<"floors">>[3]) =>
    editObject(session.doc, "floors", floor.id, values);
  const done = () => session.endStep();
  return (
    <li className="flex items-end gap-2">
      <TextField
        label={`Name of storey ${floor.storey}`}
        maxLength={120}
        placeholder={toFloorName({ storey: floor.storey, name: "" })}
        value={floor.name}
        onChange={(event) => change({ name: event.target.value })}
        onBlur={done}
        className="min-w-0 flex-1"
      />
      <div className="w-28">
        <NumberField
          label="Floor at"
          unit="m"
          value={floor.elevation ?? 0}
          onChange={(elevation) => change({ elevation })}
          onDone={done}
        />
      </div>
      <div className="w-28 max-sm:hidden">
        <NumberField
          label="Height"
          unit="m"
          min={0.1}
          max={1_000}
          value={floor.height}
          onChange={(height) => change({ height })}
          onDone={done}
        />
      </div>
      <span className="pb-0.5">
        <IconButton
          label={`Remove ${name}`}
          icon={Trash2}
          onClick={() => {
            done();
            removeObjects(session.doc, [{ kind: "floors", id: floor.id }]);
            done();
            session.announce(`${name} removed. Undo to restore it.`);
          }}
        />
      </span>
    </li>
  );
}
