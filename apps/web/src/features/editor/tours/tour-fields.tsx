import type { Blueprint } from "@blueprint/contract/blueprints";
import type { StopTarget, Tour, TourStop } from "@blueprint/scene/tour";
import { arrangeTourStop, editTourStop, removeTourStop } from "@blueprint/scene/tour-operations";
import { useMemo } from "react";
import { formatDuration } from "../../../lib/format.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { editFields } from "../edit-fields.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { StopFields } from "./stop-fields.tsx";
import { listStopOptions } from "./stop-options.ts";

/** A tour's name, description and stops. */
export function TourFields({ tour, blueprint }: { readonly tour: Tour; readonly blueprint: Blueprint }) {
  const { connection, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const { type, choose } = editFields(attempt, "tours", tour.id);
  const seconds = tour.stops.reduce((sum, stop) => sum + stop.seconds, 0);
  const addStop = (target: StopTarget) => attempt((doc) => editTourStop(doc, tour.id, crypto.randomUUID(), target));
  const editStop = (stopId: string, values: Partial<Omit<TourStop, "id">>, joins: string | null = null) =>
    attempt((doc) => editTourStop(doc, tour.id, stopId, values), { joins });
  const move = (index: number, by: 1 | -1) => {
    const before = by === 1 ? tour.stops[index + 2] : tour.stops[index - 1];
    const moved = attempt((doc) => arrangeTourStop(doc, tour.id, tour.stops[index]!.id, before?.id ?? null));
    if (moved !== null) connection.announce(`Stop ${index + 1} is now stop ${index + 1 + by}.`);
  };
  const options = useMemo(() => listStopOptions(scene), [scene]);
  return (
    <fieldset disabled={!canEdit} className="grid min-w-0 gap-4">
      <TextField
        label="Name"
        maxLength={120}
        value={tour.name}
        onChange={(event) => type({ name: event.target.value })}
      />
      <TextArea
        label="Description"
        optional
        rows={2}
        maxLength={2_000}
        value={tour.summary}
        onChange={(event) => type({ summary: event.target.value })}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <label className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={tour.isStepFree}
            onChange={(event) => choose({ isStepFree: event.target.checked })}
            className="size-4 accent-accent"
          />
          The whole route is step-free
        </label>
        <label className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={tour.state === "draft"}
            onChange={(event) => choose({ state: event.target.checked ? "draft" : "live" })}
            className="size-4 accent-accent"
          />
          Draft: only your team sees it
        </label>
      </div>
      <h3 className="flex items-baseline justify-between font-strong">
        Stops
        <span className="font-mono text-caption font-regular text-ink-soft">{formatDuration(seconds)}</span>
      </h3>
      <ol className="grid gap-3">
        {tour.stops.map((stop, index) => (
          <StopFields
            key={stop.id}
            stop={stop}
            number={index + 1}
            blueprint={blueprint}
            options={options}
            isLast={index === tour.stops.length - 1}
            onChoose={(values) => editStop(stop.id, values)}
            onType={(values) => editStop(stop.id, values, `tour stop ${stop.id} ${Object.keys(values).join()}`)}
            onMove={(by) => move(index, by)}
            onRemove={() => attempt((doc) => removeTourStop(doc, tour.id, stop.id))}
          />
        ))}
      </ol>
      {options.length === 0 ? (
        <p className="text-ink-soft">
          A tour goes from stop to stop: place an anchor, draw a zone or save a view first.
        </p>
      ) : (
        <Select
          label="Add stop"
          value=""
          options={[{ value: "", label: "Anchor, view or zone…" }, ...options]}
          onChange={({ target: { value } }) => {
            const target = options.find((option) => option.value === value)?.target;
            if (target !== undefined) addStop(target);
          }}
        />
      )}
    </fieldset>
  );
}
