import { LocateFixed } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { applyPlacements, formatLengthIn, labelScanKind, type ViewerScan } from "../../viewer/viewer.ts";
import { startScan } from "../tools/align/align-actions.ts";
import { PlacementFields } from "../tools/align/placement-fields.tsx";
import { CloseSelected } from "../tools/close-selected.tsx";
import { NudgePad } from "../tools/nudge-pad.tsx";
import { VolumesSection } from "../tools/volume/volumes-section.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";

/** A visible scan: its kind, size and visibility. Its file is in the list on the left. */
export function ScanInspector({
  scan,
  scans,
}: {
  readonly scan: ViewerScan & { readonly name: string };
  /** All scans of the place: together they determine each one's placement. */
  readonly scans: readonly ViewerScan[];
}) {
  const room = useEditorRoom();
  const canEdit = useMayEdit();
  const { scene } = useDocument();
  const layers = useEditor((state) => state.layers);
  const { units } = scene.settings;
  const { min, max } = scan.delivery.bounds;
  const [width, height, depth] = max.map((value, axis) => formatLengthIn(value - min[axis]!, units));
  const anchored = scene.anchors.filter(({ scanId }) => scanId === scan.id).length;
  const isSpatial = scan.kind !== "panorama" && scan.kind !== "plan";
  const isOn = layers?.hiddenIds.has(scan.id) === false;
  const facts: [string, string][] = [
    ["Kind", labelScanKind(scan.kind)],
    ...(isSpatial ? ([["Size", `${width} × ${depth}, ${height} high`]] as [string, string][]) : []),
    ["Anchors on it", String(anchored)],
  ];
  const goTo = () => {
    if (scan.kind === "panorama") layers?.enterPanorama(scan.id);
    else {
      const placed = applyPlacements(scans).find(({ id }) => id === scan.id);
      if (placed !== undefined) room.getScene()?.setPose(placed.delivery.startView);
    }
  };
  return (
    <div className="grid content-start gap-4 p-4">
      <div className="-my-1.5 -mr-2 flex items-center justify-between gap-2">
        <h2 className="text-caption text-ink-soft">Scan</h2>
        <CloseSelected />
      </div>
      <p className="font-strong break-words">{scan.name}</p>
      <FactList facts={facts} />
      {isSpatial ? (
        <label className="flex items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={isOn}
            onChange={() => layers?.toggle(scan.id)}
          />
          Shown in the 3D view
        </label>
      ) : null}
      {canEdit && isSpatial ? (
        <section className="grid gap-3 border-t border-hairline pt-4" aria-label="Position">
          <h3 className="text-caption text-ink-soft">Position</h3>
          <PlacementFields scanId={scan.id} />
          <NudgePad />
          <Button size="small" className="justify-self-start" onClick={() => startScan(room, scan.id)}>
            Align by pairs of points
          </Button>
        </section>
      ) : null}
      {canEdit && isSpatial ? <VolumesSection scan={scan} /> : null}
      {scan.kind === "plan" ? null : (
        <Button className="justify-self-start" onClick={goTo}>
          <LocateFixed aria-hidden="true" strokeWidth={1.5} />
          {scan.kind === "panorama" ? "Step inside" : "Go to start"}
        </Button>
      )}
    </div>
  );
}
