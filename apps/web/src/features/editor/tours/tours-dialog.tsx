import type { Blueprint } from "@blueprint/contract/blueprints";
import { addObject, editObject, removeObjects } from "@blueprint/scene/object-operations";
import { editSettings } from "@blueprint/scene/settings-operations";
import type { Tour, TourStop } from "@blueprint/scene/tour";
import { arrangeTourStop, editTourStop, removeTourStop } from "@blueprint/scene/tour-operations";
import { ArrowDown, ArrowLeft, ArrowUp, Camera, House, LocateFixed, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatAmount, formatDuration } from "../../../lib/format.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { attemptStep } from "../attempt-change.ts";
import { MediaField } from "../content/media-field.tsx";
import { toAnchorName } from "../scene-changes.ts";
import { findSingle } from "../selection.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { readSeenNow, showView } from "../views/show-view.ts";

/** Ways through the place and looks at it that are kept. */
export function ToursDialog({ blueprint }: { readonly blueprint: Blueprint }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const isOpen = useEditor((state) => state.dialog === "tours");
  const selection = useEditor((state) => state.selection);
  // Undefined until somebody chooses here: then what is selected in the room is open.
  const [chosenId, setTourId] = useState<string | null | undefined>(undefined);
  const tourId = chosenId === undefined ? findSingle(selection, "tours") : chosenId;
  const tour = scene.tours.find(({ id }) => id === tourId);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        store.setState({ dialog: open ? "tours" : null });
        setTourId(undefined);
      }}
      title={tour === undefined ? "Tours and views" : toTourName(tour)}
      description={
        tour === undefined
          ? "A tour guides visitors from anchor to anchor; they can play it, step through it or read it as a page. A view saves a viewpoint and what's shown."
          : undefined
      }
      width="wide"
    >
      {tour === undefined ? (
        <div className="grid gap-6">
          <TourList onOpen={setTourId} />
          <ViewList />
        </div>
      ) : (
        <TourEditor key={tour.id} tour={tour} blueprint={blueprint} onBack={() => setTourId(null)} />
      )}
    </Dialog>
  );
}

function toTourName({ name }: Pick<Tour, "name">): string {
  return name.trim() === "" ? "Unnamed tour" : name;
}

function TourList({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { session, userId } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const add = () => {
    const id = crypto.randomUUID();
    session.endStep();
    addObject(session.doc, "tours", id, { name: "", createdBy: userId, createdAt: new Date().toISOString() });
    session.endStep();
    onOpen(id);
  };
  return (
    <section className="grid gap-2.5">
      <h3 className="font-strong">Tours</h3>
      {scene.tours.length === 0 ? <p className="text-ink-soft">No tours yet.</p> : null}
      <ul className="divide-y divide-hairline rounded-sharp border border-line empty:hidden">
        {scene.tours.map((tour) => (
          <li key={tour.id}>
            <button
              type="button"
              onClick={() => onOpen(tour.id)}
              className="flex w-full items-baseline justify-between gap-4 px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <span className="min-w-0 truncate">{toTourName(tour)}</span>
              <span className="shrink-0 text-caption text-ink-soft">
                {formatAmount(tour.stops.length, "stop")}
                {tour.state === "draft" ? ", draft" : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {canEdit ? (
        <Button className="justify-self-start" onClick={add}>
          <Plus aria-hidden="true" strokeWidth={1.75} />
          New tour
        </Button>
      ) : null}
    </section>
  );
}

function TourEditor({
  tour,
  blueprint,
  onBack,
}: {
  readonly tour: Tour;
  readonly blueprint: Blueprint;
  readonly onBack: () => void;
}) {
  const { session } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const done = () => session.endStep();
  const change = (values: Parameters<typeof editObject<"tours">>[3]) =>
    editObject(session.doc, "tours", tour.id, values);
  const seconds = tour.stops.reduce((sum, stop) => sum + stop.seconds, 0);
  const addStop = (anchorId: string) => {
    done();
    editTourStop(session.doc, tour.id, crypto.randomUUID(), { anchorId });
    done();
  };
  const move = (index: number, by: 1 | -1) => {
    const before = by === 1 ? tour.stops[index + 2] : tour.stops[index - 1];
    done();
    arrangeTourStop(session.doc, tour.id, tour.stops[index]!.id, before?.id ?? null);
    done();
    session.announce(`Stop ${index + 1} is now stop ${index + 1 + by}.`);
  };
  const anchorOptions = scene.anchors.map((anchor, index) => ({
    value: anchor.id,
    label: `${index + 1}. ${toAnchorName(anchor)}`,
  }));
  return (
    <fieldset disabled={!canEdit} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden="true" strokeWidth={1.5} />
          All tours
        </Button>
        <Button
          onClick={() => {
            done();
            removeObjects(session.doc, [{ kind: "tours", id: tour.id }]);
            done();
            toasts.add({ title: `${toTourName(tour)} deleted`, description: "You can undo this." });
            onBack();
          }}
        >
          <Trash2 aria-hidden="true" strokeWidth={1.5} />
          Delete tour
        </Button>
      </div>
      <TextField
        label="Name"
        maxLength={120}
        value={tour.name}
        onChange={(event) => change({ name: event.target.value })}
        onBlur={done}
      />
      <TextArea
        label="Description"
        optional
        rows={2}
        maxLength={2_000}
        value={tour.summary}
        onChange={(event) => change({ summary: event.target.value })}
        onBlur={done}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <label className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={tour.isStepFree}
            onChange={(event) => change({ isStepFree: event.target.checked })}
            className="size-4 accent-accent"
          />
          The whole route is step-free
        </label>
        <label className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={tour.state === "draft"}
            onChange={(event) => change({ state: event.target.checked ? "draft" : "live" })}
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
            anchorOptions={anchorOptions}
            isLast={index === tour.stops.length - 1}
            onChange={(values) => editTourStop(session.doc, tour.id, stop.id, values)}
            onDone={done}
            onMove={(by) => move(index, by)}
            onRemove={() => removeTourStop(session.doc, tour.id, stop.id)}
          />
        ))}
      </ol>
      {scene.anchors.length === 0 ? (
        <p className="text-ink-soft">A tour goes from anchor to anchor: place an anchor first.</p>
      ) : (
        <Select
          label="Add a stop"
          value=""
          options={[{ value: "", label: "Choose an anchor…" }, ...anchorOptions]}
          onChange={({ target: { value } }) => {
            if (value !== "") addStop(value);
          }}
        />
      )}
    </fieldset>
  );
}

function StopFields({
  stop,
  number,
  blueprint,
  anchorOptions,
  isLast,
  onChange,
  onDone,
  onMove,
  onRemove,
}: {
  readonly stop: TourStop;
  readonly number: number;
  readonly blueprint: Blueprint;
  readonly anchorOptions: readonly { readonly value: string; readonly label: string }[];
  readonly isLast: boolean;
  readonly onChange: (values: Partial<Omit<TourStop, "id">>) => void;
  readonly onDone: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}) {
  const isThere = anchorOptions.some(({ value }) => value === stop.anchorId);
  return (
    <li className="grid gap-2.5 rounded-sharp border border-hairline p-3">
      <div className="flex items-end gap-2">
        <Select
          label={`Stop ${number}`}
          value={stop.anchorId}
          options={isThere ? anchorOptions : [{ value: stop.anchorId, label: "Deleted anchor" }, ...anchorOptions]}
          onChange={({ target: { value } }) => onChange({ anchorId: value })}
          className="min-w-0 flex-1"
        />
        <TextField
          label="Seconds"
          type="number"
          min={1}
          max={3_600}
          value={stop.seconds}
          onChange={({ target: { valueAsNumber } }) => {
            if (valueAsNumber >= 1 && valueAsNumber <= 3_600) onChange({ seconds: valueAsNumber });
          }}
          onBlur={onDone}
          className="w-24"
        />
        <span className="flex pb-1">
          <IconButton
            label={`Stop ${number} up`}
            icon={ArrowUp}
            size="small"
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Stop ${number} down`}
            icon={ArrowDown}
            size="small"
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Remove stop ${number}`} icon={Trash2} size="small" onClick={onRemove} />
        </span>
      </div>
      <TextArea
        label="What is told there"
        optional
        hint="If empty, the anchor's own text is used."
        rows={2}
        maxLength={5_000}
        value={stop.narration}
        onChange={(event) => onChange({ narration: event.target.value })}
        onBlur={onDone}
      />
      <MediaField
        label="Audio version"
        accept="audio/*"
        source={stop.audio}
        blueprintId={blueprint.id}
        teamId={blueprint.teamId}
        onChange={(audio) => onChange({ audio })}
      />
    </li>
  );
}

function ViewList() {
  const room = useEditorRoom();
  const { session, store, getScene, userId } = room;
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const save = () => {
    const seen = readSeenNow(room);
    if (seen === null) return;
    const refusal = attemptStep(session, () =>
      addObject(session.doc, "views", crypto.randomUUID(), {
        name: `View ${scene.views.length + 1}`,
        ...seen,
        createdBy: userId,
        createdAt: new Date().toISOString(),
      }),
    );
    if (refusal !== null) toasts.add({ title: "Couldn't save the view", description: refusal });
  };
  return (
    <section className="grid gap-2.5 border-t border-hairline pt-5">
      <h3 className="font-strong">Views</h3>
      {scene.views.length === 0 ? <p className="text-ink-soft">No views yet.</p> : null}
      <ul className="grid gap-2">
        {scene.views.map((view) => (
          <li key={view.id} className="flex items-end gap-2">
            <TextField
              label="Name of the view"
              readOnly={!canEdit}
              maxLength={120}
              value={view.name}
              onChange={(event) => editObject(session.doc, "views", view.id, { name: event.target.value })}
              onBlur={() => session.endStep()}
              className="min-w-0 flex-1"
            />
            <Select
              label="For"
              disabled={!canEdit}
              value={view.audiences[0] ?? ""}
              options={[
                { value: "", label: "Everyone" },
                { value: "visitor", label: "Visitors" },
                { value: "staff", label: "Staff" },
                { value: "contractor", label: "Contractors" },
                { value: "robot", label: "Robots" },
              ]}
              onChange={({ target: { value } }) => {
                const audiences = (["visitor", "staff", "contractor", "robot"] as const).filter((one) => one === value);
                editObject(session.doc, "views", view.id, { audiences });
              }}
              className="w-32"
            />
            <span className="flex pb-0.5">
              <IconButton
                label={`Go to ${view.name}`}
                icon={LocateFixed}
                onClick={() => {
                  store.setState({ dialog: null });
                  showView(room, view);
                }}
              />
              {canEdit ? (
                <IconButton
                  label={`Visitors begin at ${view.name}`}
                  icon={House}
                  pressed={scene.settings.startViewId === view.id}
                  onClick={() => {
                    const isStart = scene.settings.startViewId === view.id;
                    session.endStep();
                    editSettings(session.doc, { startViewId: isStart ? null : view.id });
                    session.endStep();
                    session.announce(
                      isStart ? "Visitors start where the scan starts." : `Visitors begin at ${view.name}.`,
                    );
                  }}
                />
              ) : null}
              {canEdit ? (
                <IconButton
                  label={`Delete ${view.name}`}
                  icon={Trash2}
                  onClick={() => removeObjects(session.doc, [{ kind: "views", id: view.id }])}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {scene.views.length === 0 ? null : (
        <p className="text-caption text-ink-soft">
          The house marks where visitors start, from the next time you publish. Without one, they start where the first
          scan does.
        </p>
      )}
      {canEdit ? (
        <Button className="justify-self-start" disabled={getScene() === null} onClick={save}>
          <Camera aria-hidden="true" strokeWidth={1.5} />
          Keep what I see now
        </Button>
      ) : null}
    </section>
  );
}
