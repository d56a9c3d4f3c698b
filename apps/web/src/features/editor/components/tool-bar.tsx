import { Footprints, House, ListTree, MapPinPlus, MousePointer2, Redo2, Rotate3d, Undo2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { chooseAnchor } from "../commands/choose-anchor.ts";
import { chooseSelect } from "../commands/choose-select.ts";
import { redo } from "../commands/redo.ts";
import { resetView } from "../commands/reset-view.ts";
import { undo } from "../commands/undo.ts";
import type { EditorMode } from "../editor.store.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";
import { CommandButton } from "./command-button.tsx";

const modes: readonly { value: EditorMode; label: string; icon: typeof Rotate3d }[] = [
  { value: "orbit", label: "Orbit", icon: Rotate3d },
  { value: "walk", label: "Walk", icon: Footprints },
];

/** What to do with a click, and how to move. */
export function ToolBar() {
  const { store } = useEditorRoom();
  const tool = useEditor((state) => state.tool);
  const mode = useEditor((state) => state.mode);
  const openSide = useEditor((state) => state.openSide);
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      className="flex items-center gap-1 rounded-soft border border-line bg-sheet p-1 shadow-overlay"
    >
      <IconButton
        label="Outline"
        icon={ListTree}
        pressed={openSide === "outline"}
        className="md:hidden"
        onClick={() => store.setState({ openSide: openSide === "outline" ? null : "outline" })}
      />
      <CommandButton command={chooseSelect} icon={MousePointer2} pressed={tool === "select"} />
      <CommandButton command={chooseAnchor} icon={MapPinPlus} pressed={tool === "anchor"} />
      <Divider />
      <SegmentedControl
        label="Movement"
        segments={modes}
        value={mode}
        onChange={(next) => store.setState({ mode: next })}
        className="border-transparent"
      />
      <CommandButton command={resetView} icon={House} className="max-md:hidden" />
      <span className="contents md:hidden">
        <Divider />
        <CommandButton command={undo} icon={Undo2} />
        <CommandButton command={redo} icon={Redo2} />
      </span>
    </div>
  );
}

function Divider() {
  return <span aria-hidden="true" className="mx-0.5 h-6 w-px bg-hairline" />;
}
