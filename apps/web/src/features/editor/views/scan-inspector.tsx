import { LocateFixed } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { formatLengthIn } from "../../viewer/measure/format-measured.ts";
import { labelScanKind } from "../../viewer/scan-labels.ts";
import { placeScans } from "../../viewer/scan-placement.ts";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";

/** A scan in the picture: what it is, how large, and whether it is shown. Its file lies in the list on the left. */
export function ScanInspector({
  scan,
  scans,
}: {
  readonly scan: ViewerScan & { readonly name: string };
  /** All of the place: together they decide where each stands. */
  readonly scans: readonly ViewerScan[];
}) {
  const { getScene } = useEditorRoom();
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
      const placed = placeScans(scans).find(({ id }) => id === scan.id);
      if (placed !== undefined) getScene()?.setPose(placed.delivery.startView);
    }
  };
  return (
    <div className="grid content-start gap-4 p-4">
      <h2 className="text-caption text-ink-soft">Scan</h2>
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
      {scan.kind === "plan" ? null : (
        <Button className="justify-self-start" onClick={goTo}>
          <LocateFixed aria-hidden="true" strokeWidth={1.5} />
          {scan.kind === "panorama" ? "Step inside" : "Go to start"}
        </Button>
      )}
    </div>
  );
}
