import type { Blueprint } from "@blueprint/contract/blueprints";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, CircleQuestionMark, Redo2, Share2, Undo2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { openHelp } from "../commands/open-help.ts";
import { redo } from "../commands/redo.ts";
import { undo } from "../commands/undo.ts";
import { useEditorRoom } from "../use-editor-room.ts";
import { BlueprintName } from "./blueprint-name.tsx";
import { CommandButton } from "./command-button.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { PeoplePresent } from "./people-present.tsx";
import { SaveStatusLabel } from "./save-status-label.tsx";

/** The editor's header: name, save status, people present and actions. */
export function TopBar({ blueprint, canPublish }: { readonly blueprint: Blueprint; readonly canPublish: boolean }) {
  const { store } = useEditorRoom();
  return (
    <header className="flex min-w-0 items-center gap-1.5 border-b border-line bg-paper px-2 sm:gap-3 sm:px-3">
      <Tooltip text="Back to blueprints" side="bottom">
        <Link
          to="/dashboard"
          aria-label="Back to blueprints"
          className="grid size-8 shrink-0 place-items-center rounded-sharp text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-10"
        >
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        </Link>
      </Tooltip>
      <BlueprintName blueprint={blueprint} canRename={canPublish} />
      <SaveStatusLabel />
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
        <PeoplePresent />
        <div className="flex items-center max-md:hidden">
          <CommandButton command={undo} icon={Undo2} tooltipSide="bottom" />
          <CommandButton command={redo} icon={Redo2} tooltipSide="bottom" />
          <CommandButton command={openHelp} icon={CircleQuestionMark} tooltipSide="bottom" />
        </div>
        <MoreMenu />
        <IconButton
          label="Share"
          icon={Share2}
          tooltipSide="bottom"
          onClick={() => store.setState({ dialog: "share" })}
        />
        {canPublish ? (
          <Button variant="primary" size="small" onClick={() => store.setState({ dialog: "publish" })}>
            Publish
          </Button>
        ) : null}
      </div>
    </header>
  );
}
