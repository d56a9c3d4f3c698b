import { classNames } from "../../../lib/class-names.ts";
import { ScanLayers, type ScanShowState, type SceneLayers } from "../../viewer/viewer.ts";
import type { NamedScan } from "../tools/align/align-panel.tsx";
import { useEditor } from "../use-editor-room.ts";
import { LayerChoice } from "../views/layer-choice.tsx";
import { ToolBar } from "./tool-bar.tsx";

/** The strip below the canvas: which scans and layers are shown, and the tools. */
export function ToolStrip({
  scans,
  layers,
  states,
}: {
  readonly scans: readonly NamedScan[];
  readonly layers: SceneLayers;
  readonly states: Readonly<Record<string, ScanShowState>>;
}) {
  const openSide = useEditor((state) => state.openSide);
  return (
    <div
      className={classNames(
        "pointer-events-none absolute inset-x-2 bottom-3 z-30 flex flex-wrap items-center justify-center gap-2 md:inset-x-[17rem] md:right-[19rem] [&>*]:pointer-events-auto",
        // A sheet of properties takes the tools' place.
        openSide === "inspector" && "max-md:hidden",
      )}
    >
      <ScanLayers scans={scans} layers={layers} states={states} side="top" />
      <LayerChoice />
      <ToolBar />
    </div>
  );
}
