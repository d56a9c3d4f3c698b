import {
  ArrowLeftRight,
  CircleQuestionMark,
  Compass,
  Ellipsis,
  History,
  type LucideIcon,
  MessageCircleQuestionMark,
  MessageSquare,
  Route,
  Search,
} from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import type { EditorCommand } from "../commands/editor-command.ts";
import { openComments } from "../commands/open-comments.ts";
import { openExchange } from "../commands/open-exchange.ts";
import { openGuide } from "../commands/open-guide.ts";
import { openHelp } from "../commands/open-help.ts";
import { openHistory } from "../commands/open-history.ts";
import { openPalette } from "../commands/open-palette.ts";
import { openSettings } from "../commands/open-settings.ts";
import { openTours } from "../commands/open-tours.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";

const items: readonly (readonly [LucideIcon, EditorCommand])[] = [
  [Search, openPalette],
  [MessageSquare, openComments],
  [Route, openTours],
  [History, openHistory],
  [MessageCircleQuestionMark, openGuide],
  [ArrowLeftRight, openExchange],
  [Compass, openSettings],
  [CircleQuestionMark, openHelp],
];

/** Actions on the whole place that don't need a permanent button. */
export function MoreMenu() {
  const room = useEditorRoom();
  // `isEnabled` depends on the document.
  useDocument();
  const hasGuide = useEditor((state) => state.hasGuide);
  const shown = items.filter(([, command]) => hasGuide || command !== openGuide);
  return (
    <Menu trigger={<IconButton label="More" icon={Ellipsis} tooltipSide="bottom" />}>
      {shown.map(([icon, command]) => (
        <MenuItem key={command.id} icon={icon} disabled={!command.isEnabled(room)} onSelect={() => command.run(room)}>
          {command.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
