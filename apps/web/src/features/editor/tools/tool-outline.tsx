import { evaluateMeasurement } from "@blueprint/scene/measurement";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { toScale } from "@blueprint/scene/scene-settings";
import { getZoneArea } from "@blueprint/scene/zone-geometry";
import { type KeyboardEvent, useId, useMemo } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatAmount, formatCount } from "../../../lib/format.ts";
import { toZoneColour } from "../../viewer/zones/zone-mesh.ts";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { nameSubject } from "../comments/comment-subject.ts";
import { PersonBadge } from "../components/person-badge.tsx";
import { selectObjects } from "../editor.store.ts";
import { findObjectName, toMeasurementName, toPlanName, toThreadName, toZoneName } from "../object-names.ts";
import { hasSelected } from "../people.ts";
import { listSelectedIds, toggleRef } from "../selection.ts";
import { useDocument, useEditor, useEditorRoom, usePeople } from "../use-editor-room.ts";
import { formatMeasured } from "./measure/format-measured.ts";

interface Entry {
  readonly ref: ObjectRef;
  readonly name: string;
  readonly detail: string;
  readonly colour: string | null;
}

/** Zones, measurements, plans, tours, views and open comments as lists beside the canvas. */
export function ToolOutline() {
  const { scene } = useDocument();
  const search = useEditor((state) => state.search);
  const lists = useMemo(() => {
    const scale = toScale(scene.settings);
    const { units } = scene.settings;
    const zones = scene.zones.map(
      (zone): Entry => ({
        ref: { kind: "zones", id: zone.id },
        name: toZoneName(zone),
        detail: formatMeasured({ value: getZoneArea(zone, scale), uncertainty: 0 }, "area", units, false),
        colour: toZoneColour(zone),
      }),
    );
    const measurements = scene.measurements.map(
      (measurement): Entry => ({
        ref: { kind: "measurements", id: measurement.id },
        name: toMeasurementName(measurement),
        detail: formatMeasured(evaluateMeasurement(measurement, scale), measurement.type, units, false),
        colour: null,
      }),
    );
    const plans = scene.plans.map(
      (plan): Entry => ({
        ref: { kind: "plans", id: plan.id },
        name: toPlanName(plan),
        detail: plan.placement === null ? "not placed" : "placed",
        colour: null,
      }),
    );
    const tours = scene.tours.map(
      (tour): Entry => ({
        ref: { kind: "tours", id: tour.id },
        name: findObjectName(scene, { kind: "tours", id: tour.id }) ?? "",
        detail: formatAmount(tour.stops.length, "stop"),
        colour: null,
      }),
    );
    const views = scene.views.map(
      (view): Entry => ({
        ref: { kind: "views", id: view.id },
        name: findObjectName(scene, { kind: "views", id: view.id }) ?? "",
        detail: "",
        colour: null,
      }),
    );
    const comments = scene.threads
      .filter(({ resolvedAt }) => resolvedAt === "")
      .map(
        (thread): Entry => ({
          ref: { kind: "threads", id: thread.id },
          name: toThreadName(thread),
          detail: thread.target === "point" ? "" : nameSubject(scene, thread),
          colour: null,
        }),
      );
    const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
    const isFound = ({ name }: Entry) => words.every((word) => name.toLocaleLowerCase().includes(word));
    return [
      { title: "Zones", entries: zones.filter(isFound) },
      { title: "Measurements", entries: measurements.filter(isFound) },
      { title: "Plans", entries: plans.filter(isFound) },
      { title: "Tours", entries: tours.filter(isFound) },
      { title: "Views", entries: views.filter(isFound) },
      { title: "Open comments", entries: comments.filter(isFound) },
    ];
  }, [scene, search]);
  return lists.map(({ title, entries }) =>
    entries.length === 0 ? null : (
      <section key={title} className="border-t border-hairline pb-3">
        <h2 className="flex items-baseline justify-between px-3 pt-3 pb-1.5 text-caption text-ink-soft">
          {title}
          <span className="font-mono">{formatCount(entries.length)}</span>
        </h2>
        <EntryList title={title} entries={entries} />
      </section>
    ),
  );
}

function EntryList({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  const room = useEditorRoom();
  const { store } = room;
  const selection = useEditor((state) => state.selection);
  const people = usePeople();
  const listId = useId();
  const kind = entries[0]?.ref.kind ?? "zones";
  const selectedIds = useMemo(() => listSelectedIds(selection, kind), [selection, kind]);
  const active = entries.findIndex(({ ref }) => selectedIds.has(ref.id));
  const select = (index: number) => {
    const entry = entries[Math.min(Math.max(index, 0), entries.length - 1)];
    if (entry === undefined) return;
    // The outline stays open on a phone: the next arrow must still find it.
    const { openSide } = store.getState();
    selectObjects(store, [entry.ref]);
    store.setState({ openSide });
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const open = () => {
      if (active === -1) return;
      store.setState({ openSide: "inspector" });
      flyToSelected.run(room);
    };
    const moves = new Map<string, () => void>([
      ["ArrowDown", () => select(active + 1)],
      ["ArrowUp", () => select(active === -1 ? entries.length - 1 : active - 1)],
      ["Home", () => select(0)],
      ["End", () => select(entries.length - 1)],
      ["Enter", open],
    ]);
    const move = moves.get(event.key);
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  return (
    <div
      role="listbox"
      aria-label={title}
      aria-multiselectable
      tabIndex={0}
      aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
      onKeyDown={onKeyDown}
      className="focus-visible:-outline-offset-2"
    >
      {entries.map(({ ref, name, detail, colour }, index) => {
        const isOn = selectedIds.has(ref.id);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard (aria-activedescendant).
          <div
            key={ref.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={isOn}
            onClick={(event) => {
              selectObjects(store, event.shiftKey ? toggleRef(selection, ref) : [ref]);
              if (!event.shiftKey) flyToSelected.run(room);
            }}
            className={classNames(
              "flex h-8 cursor-pointer items-center gap-2.5 px-3 [content-visibility:auto] [contain-intrinsic-size:auto_2rem] pointer-coarse:h-11",
              isOn ? "bg-accent-wash font-strong text-accent" : "hover:bg-sunken",
            )}
          >
            <span className="w-5 shrink-0">
              {colour === null ? null : (
                <span
                  aria-hidden="true"
                  style={{ background: colour }}
                  className="block size-3 rounded-sharp border border-line"
                />
              )}
            </span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {people
              .filter((person) => hasSelected(person, ref.kind, ref.id))
              .map((person) => (
                <span key={person.clientId} className="shrink-0">
                  <PersonBadge name={person.name} colour={person.colour} className="size-5" />
                  <span className="sr-only">, selected by {person.name}</span>
                </span>
              ))}
            <span
              className={classNames(
                "max-w-2/5 shrink-0 truncate text-caption font-regular text-ink-soft",
                ref.kind !== "threads" && "font-mono",
              )}
            >
              {detail}
            </span>
          </div>
        );
      })}
    </div>
  );
}
