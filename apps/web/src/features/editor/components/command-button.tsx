import type { LucideIcon } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { EditorCommand } from "../commands/editor-command.ts";
import { isMac } from "../is-mac.ts";
import { toKeyNames } from "../shortcut.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";

/** A command as an icon button, disabled while the command isn't available. */
export function CommandButton({
  command,
  icon,
  pressed,
  className,
  tooltipSide = "top",
}: {
  readonly command: EditorCommand;
  readonly icon: LucideIcon;
  readonly pressed?: boolean;
  readonly className?: string;
  readonly tooltipSide?: "top" | "bottom";
}) {
  const room = useEditorRoom();
  // `isEnabled` depends on both.
  useDocument();
  useEditor((state) => state);
  const keys = command.shortcut === null ? undefined : toKeyNames(command.shortcut, isMac()).join("+");
  return (
    <IconButton
      label={command.label}
      icon={icon}
      tooltipSide={tooltipSide}
      {...(pressed === undefined ? {} : { pressed })}
      {...(className === undefined ? {} : { className })}
      aria-keyshortcuts={keys}
      disabled={!command.isEnabled(room)}
      onClick={() => command.run(room)}
    />
  );
}
