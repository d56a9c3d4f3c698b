import { audiences } from "@blueprint/contract/audiences";
import { editObject, type ObjectValues } from "@blueprint/scene/object-operations";
import { getPerimeter } from "@blueprint/scene/polygon";
import { toScale } from "@blueprint/scene/scene-settings";
import { toPolygon, type Zone, zoneTypes } from "@blueprint/scene/zone";
import { findZoneOverlaps, measureZone } from "@blueprint/scene/zone-geometry";
import { mergeZones, removeZoneHole } from "@blueprint/scene/zone-operations";
import { useMemo, useState } from "react";
import { useColourScheme } from "../../../../lib/theme.ts";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import {
  formatLengthIn,
  formatMeasured,
  labelZoneType,
  toPointUncertainty,
  toRgb,
  toZoneColour,
} from "../../../viewer/viewer.ts";
import { attemptChange } from "../../attempt-change.ts";
import { selectObjects, startDrawing } from "../../editor.store.ts";
import { toZoneName } from "../../object-names.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { DeleteSelected } from "../delete-selected.tsx";
import { startDraft } from "../draw/draft.ts";
import { NudgePad } from "../nudge-pad.tsx";
import { NumberField } from "../number-field.tsx";
import { ObjectHead } from "../object-head.tsx";

const audienceLabels = { visitor: "Visitors", staff: "Staff", contractor: "Contractors", robot: "Robots" } as const;

/** A zone's type, its size and actions on its outline. */
export function ZoneInspector({ zone }: { readonly zone: Zone }) {
  const { session, store } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const [problem, setProblem] = useState<string | null>(null);
  const overlaps = useMemo(
    () => scene.zones.filter((other) => other.id !== zone.id && findZoneOverlaps([zone, other]).length > 0),
    [scene.zones, zone],
  );
  const attempt = (change: () => void) => setProblem(attemptChange(change));
  const edit = (values: ObjectValues<"zones">) => attempt(() => editObject(session.doc, "zones", zone.id, values));
  const endStep = () => session.endStep();
  // Type colours differ between themes.
  useColourScheme();
  const colour = zone.colour ?? toHex(toZoneColour(zone));
  return (
    <div className="grid content-start">
      <ObjectHead kind="Zone" name={toZoneName(zone)} />
      <div className="grid gap-4 p-4">
        <ZoneFigures zone={zone} />
        {overlaps.length === 0 ? null : (
          <Notice tone="attention">
            It overlaps {overlaps.slice(0, 3).map(toZoneName).join(", ")}
            {overlaps.length > 3 ? ` and ${overlaps.length - 3} more` : ""}. Where zones overlap, both sets of rules
            apply.
          </Notice>
        )}
        {zone.isRepaired ? (
          <Notice tone="attention">
            Two people edited this outline at once and it crossed itself. This is the nearest valid outline: check its
            corners.
          </Notice>
        ) : null}
        {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
        <fieldset disabled={!canEdit} className="grid min-w-0 gap-4">
          <legend className="sr-only">{toZoneName(zone)}</legend>
          <TextField
            label="Name"
            name="zone-name"
            autoComplete="off"
            maxLength={120}
            value={zone.name}
            onChange={(event) => edit({ name: event.target.value })}
            onBlur={endStep}
          />
          <Select
            label="Type"
            value={zone.type}
            options={zoneTypes.map((type) => ({ value: type, label: labelZoneType(type) }))}
            onChange={({ target }) => {
              endStep();
              edit({ type: zoneTypes.find((type) => type === target.value) ?? "public" });
              endStep();
            }}
          />
          {zone.type === "capacity" ? (
            <NumberField
              label="Capacity"
              unit="people"
              digits={0}
              step={1}
              min={0}
              max={1_000_000}
              value={zone.capacity ?? 0}
              onChange={(people) => edit({ capacity: Math.round(people) })}
              onDone={endStep}
            />
          ) : null}
          <div className="grid grid-cols-2 gap-2">
            <NumberField
              label="From"
              unit="m"
              step={0.05}
              max={zone.heights[1] - 0.01}
              value={zone.heights[0]}
              onChange={(bottom) => edit({ heights: [bottom, zone.heights[1]] })}
              onDone={endStep}
            />
            <NumberField
              label="To"
              unit="m"
              step={0.05}
              min={zone.heights[0] + 0.01}
              value={zone.heights[1]}
              onChange={(top) => edit({ heights: [zone.heights[0], top] })}
              onDone={endStep}
            />
          </div>
          <div className="flex items-end gap-2">
            <label className="grid flex-1 gap-1.5">
              <span className="font-strong">Colour</span>
              <input
                type="color"
                value={colour}
                onChange={(event) => edit({ colour: event.target.value })}
                onBlur={endStep}
                className="h-9 w-full rounded-sharp border border-line bg-sheet p-1 pointer-coarse:h-11"
              />
            </label>
            {zone.colour === null ? null : <Button onClick={() => edit({ colour: null })}>Use type colour</Button>}
          </div>
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-strong">Audience</legend>
            {audiences.map((audience) => (
              <label key={audience} className="flex min-h-6 items-center gap-2.5 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={zone.audiences.includes(audience)}
                  onChange={({ target }) =>
                    edit({
                      audiences: audiences.filter((one) =>
                        one === audience ? target.checked : zone.audiences.includes(one),
                      ),
                    })
                  }
                  className="size-4 accent-accent"
                />
                {audienceLabels[audience]}
              </label>
            ))}
            <p className="text-caption text-ink-soft">
              {zone.audiences.length === 0 ? "None selected: everyone sees it." : "Only they see it."}
            </p>
          </fieldset>
        </fieldset>
        {canEdit ? (
          <>
            <ZoneActions zone={zone} attempt={attempt} />
            <NudgePad />
            <div className="flex justify-end border-t border-hairline pt-4">
              <DeleteSelected />
            </div>
          </>
        ) : null}
        {canEdit ? null : <Button onClick={() => selectObjects(store, [])}>Close</Button>}
      </div>
    </div>
  );
}

function ZoneFigures({ zone }: { readonly zone: Zone }) {
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

function ZoneActions({ zone, attempt }: { readonly zone: Zone; readonly attempt: (change: () => void) => void }) {
  const { session, store } = useEditorRoom();
  const { scene } = useDocument();
  const neighbours = scene.zones.filter((other) => other.id !== zone.id && other.floor === zone.floor);
  const merge = (otherId: string) =>
    attempt(() => {
      session.endStep();
      const other = scene.zones.find(({ id }) => id === otherId);
      mergeZones(session.doc, [zone.id, otherId]);
      session.endStep();
      session.announce(
        `${toZoneName(zone)} now includes ${other === undefined ? "its neighbour" : toZoneName(other)}.`,
      );
    });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => store.setState({ dialog: "corners" })}>
          Corners
        </Button>
        <Button size="small" onClick={() => startDrawing(store, startDraft({ kind: "hole", zoneId: zone.id }))}>
          Cut a hole
        </Button>
        <Button size="small" onClick={() => startDrawing(store, startDraft({ kind: "split", zoneId: zone.id }))}>
          Split
        </Button>
        {zone.holes.map((hole, index) => (
          <Button
            key={hole.id}
            size="small"
            onClick={() => {
              session.endStep();
              removeZoneHole(session.doc, zone.id, hole.id);
              session.endStep();
              session.announce(`Hole of ${toZoneName(zone)} filled.`);
            }}
          >
            Fill hole {index + 1}
          </Button>
        ))}
      </div>
      {neighbours.length === 0 ? null : (
        <Select
          compact
          label="Merge with"
          value=""
          options={[
            { value: "", label: "Merge with…" },
            ...neighbours.map((other) => ({ value: other.id, label: toZoneName(other) })),
          ]}
          onChange={({ target }) => {
            if (target.value !== "") merge(target.value);
          }}
        />
      )}
    </div>
  );
}

function toHex(colour: string): string {
  return `#${toRgb(colour)
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
