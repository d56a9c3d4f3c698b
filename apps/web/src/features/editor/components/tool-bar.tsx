import {
  Box,
  Footprints,
  House,
  ListTree,
  MapPinPlus,
  MessageSquarePlus,
  MousePointer2,
  Pentagon,
  Plane,
  Redo2,
  Rotate3d,
  Ruler,
  ScanLine,
  Square,
  Undo2,
} from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { chooseAlign } from "../commands/choose-align.ts";
import { chooseAnchor } from "../commands/choose-anchor.ts";
import { chooseComment } from "../commands/choose-comment.ts";
import { chooseMeasure } from "../commands/choose-measure.ts";
import { chooseSelect } from "../commands/choose-select.ts";
import { chooseZone } from "../commands/choose-zone.ts";
import { redo } from "../commands/redo.ts";
import { resetView } from "../commands/reset-view.ts";
import { undo } from "../commands/undo.ts";
import type { EditorMode, EditorView } from "../editor.store.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";
import { CommandButton } from "./command-button.tsx";

const modes: readonly { value: EditorMode; label: string; icon: typeof Rotate3d }[] = [
  { value: "orbit", label: "Orbit", icon: Rotate3d },
  { value: "walk", label: "Walk", icon: Footprints },
  { value: "fly", label: "Fly", icon: Plane },
];

const views: readonly { value: EditorView; label: string; icon: typeof Rotate3d }[] = [
  { value: "scene", label: "3D", icon: Box },
  { value: "plan", label: "Floor plan", icon: Square },
];

/** Tools and navigation modes. Two rows on a phone, both within reach of the thumb. */
export function ToolBar() {
  const { store } = useEditorRoom();
  const tool = useEditor((state) => state.tool);
  const mode = useEditor((state) => state.mode);
  const view = useEditor((state) => state.view);
  const openSide = useEditor((state) => state.openSide);
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      className="flex max-w-full flex-wrap items-center justify-center gap-1 rounded-soft border border-line bg-sheet p-1 shadow-overlay"
    >
      <div className="flex items-center gap-1">
        <IconButton
          label="Outline"
          icon={ListTree}
          pressed={openSide === "outline"}
          className="md:hidden"
          onClick={() => store.setState({ openSide: openSide === "outline" ? null : "outline" })}
        />
        <CommandButton command={chooseSelect} icon={MousePointer2} pressed={tool === "select"} />
        <CommandButton command={chooseAnchor} icon={MapPinPlus} pressed={tool === "anchor"} />
        <CommandButton command={chooseZone} icon={Pentagon} pressed={tool === "zone"} />
        <CommandButton command={chooseMeasure} icon={Ruler} pressed={tool === "measure"} />
        <CommandButton command={chooseAlign} icon={ScanLine} pressed={tool === "align"} />
        <CommandButton command={chooseComment} icon={MessageSquarePlus} pressed={tool === "comment"} />
      </div>
      <Divider />
      <div className="flex items-center gap-1">
        <SegmentedControl
          label="View"
          segments={views}
          value={view}
          onChange={(next) => store.setState({ view: next })}
          className="border-transparent"
        />
        {view === "plan" ? null : (
          <SegmentedControl
            label="Movement"
            segments={modes}
            value={mode}
            onChange={(next) => store.setState({ mode: next })}
            className="border-transparent"
          />
        )}
        {view === "plan" ? null : <CommandButton command={resetView} icon={House} className="max-md:hidden" />}
        <span className="contents md:hidden">
          <CommandButton command={undo} icon={Undo2} />
          <CommandButton command={redo} icon={Redo2} />
        </span>
      </div>
    </div>
  );
}

function Divider() {
  return <span aria-hidden="true" className="mx-0.5 h-6 w-px bg-hairline max-md:hidden" />;
}
