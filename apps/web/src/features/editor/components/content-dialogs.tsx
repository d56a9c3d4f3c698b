import type { Blueprint } from "@blueprint/contract/blueprints";
import { CommentsDialog } from "../comments/comments-dialog.tsx";
import { ExchangeDialog } from "../exchange/exchange-dialog.tsx";
import { HistoryDialog } from "../history/history-dialog.tsx";
import { CommandPalette } from "../palette/command-palette.tsx";
import { SettingsDialog } from "../settings/settings-dialog.tsx";
import { ToursDialog } from "../tours/tours-dialog.tsx";

/** What is done with the whole place, each in a dialog of its own. */
export function ContentDialogs({ blueprint }: { readonly blueprint: Blueprint }) {
  return (
    <>
      <CommandPalette />
      <HistoryDialog blueprint={blueprint} />
      <CommentsDialog blueprint={blueprint} />
      <ToursDialog blueprint={blueprint} />
      <ExchangeDialog name={blueprint.name} />
      <SettingsDialog blueprint={blueprint} />
    </>
  );
}
