import { toPolygon, type Zone } from "@blueprint/scene/zone";
import { useMemo } from "react";
import { CommentMarks } from "../comments/comment-marks.tsx";
import { TeammateCursors } from "../components/teammate-cursors.tsx";
import { selectObjects } from "../editor.store.ts";
import { hasSelected } from "../people.ts";
import { findSingle, listSelectedIds, toggleRef } from "../selection.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit, usePeople } from "../use-editor-room.ts";
import type { NamedScan } from "./align/align-panel.tsx";
import { DraftLines } from "./draw/draft-lines.tsx";
import { MeasurementLabels } from "./measure/measurement-labels.tsx";
import { SelectionArea } from "./select/selection-area.tsx";
import type { ToolStage } from "./tool-stage.ts";
import { hasGizmo, ScanGizmo } from "./transform/scan-gizmo.tsx";
import { SelectionGizmo } from "./transform/selection-gizmo.tsx";
import { useStageVersion } from "./use-stage-version.ts";
import { findVolume } from "./volume/volume-actions.ts";
import { VolumeGizmo } from "./volume/volume-gizmo.tsx";
import { ZoneHandles } from "./zone/zone-handles.tsx";

/** What tools draw over the stage: handles, drawings in progress, labels, teammates. */
export function StageOverlay({ stage, scans }: { readonly stage: ToolStage; readonly scans: readonly NamedScan[] }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const tool = useEditor((state) => state.tool);
  const selection = useEditor((state) => state.selection);
  useStageVersion(stage);
  const zoneId = findSingle(selection, "zones");
  const volume = findVolume(scene, findSingle(selection, "volumes"));
  const openScanId = useEditor((state) => state.openScanId);
  const scan = scans.find(({ id }) => id === openScanId);
  const zone = zoneId === null ? undefined : scene.zones.find(({ id }) => id === zoneId);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      <ZoneOutlines stage={stage} zones={scene.zones} />
      <MeasurementLabels
        stage={stage}
        selection={selection}
        onSelect={(id, isMore) => {
          const ref = { kind: "measurements", id } as const;
          selectObjects(store, isMore ? toggleRef(selection, ref) : [ref]);
        }}
      />
      <CommentMarks
        stage={stage}
        selection={selection}
        onSelect={(id) => selectObjects(store, [{ kind: "threads", id }])}
      />
      {tool === "select" && canEdit ? <SelectionGizmo stage={stage} /> : null}
      {tool === "select" && canEdit && scan !== undefined && hasGizmo(scan) ? (
        <ScanGizmo key={scan.id} scan={scan} stage={stage} />
      ) : null}
      {tool === "select" && canEdit && zone !== undefined ? <ZoneHandles zone={zone} stage={stage} /> : null}
      {tool === "select" && canEdit && volume !== undefined ? (
        <VolumeGizmo key={volume.id} volume={volume} stage={stage} />
      ) : null}
      <DraftLines stage={stage} />
      <SelectionArea stage={stage} />
      <TeammateCursors />
    </div>
  );
}

/** Outlines of zones selected by the user or by a teammate, in their colour. */
function ZoneOutlines({ stage, zones }: { readonly stage: ToolStage; readonly zones: readonly Zone[] }) {
  const selection = useEditor((state) => state.selection);
  const people = usePeople();
  const ownIds = useMemo(() => listSelectedIds(selection, "zones"), [selection]);
  const marked = zones.flatMap((zone) => {
    const person = people.find((candidate) => hasSelected(candidate, "zones", zone.id));
    const isOwn = ownIds.has(zone.id);
    return isOwn || person !== undefined ? [{ zone, colour: isOwn ? "var(--accent)" : person?.colour }] : [];
  });
  if (marked.length === 0) return null;
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      {marked.flatMap(({ zone, colour }) => {
        const { outer, holes } = toPolygon(zone);
        return [outer, ...holes].map((ring, index) => {
          const points = ring.map(([x, z]) => stage.toScreen([x, zone.heights[0], z]));
          // An outline that passes behind the camera can't be drawn closed.
          if (points.some((point) => point === null)) return null;
          return (
            <polygon
              // biome-ignore lint/suspicious/noArrayIndexKey: the rings of a polygon have no other name here.
              key={`${zone.id} ${index}`}
              data-marked-zone={zone.id}
              points={points.map((point) => `${point?.x},${point?.y}`).join(" ")}
              fill="none"
              style={{ stroke: colour }}
              strokeWidth={2.5}
            />
          );
        });
      })}
    </svg>
  );
}
