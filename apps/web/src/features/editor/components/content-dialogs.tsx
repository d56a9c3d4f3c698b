import type { Blueprint } from "@blueprint/contract/blueprints";
import { CommentsDialog } from "../comments/comments-dialog.tsx";
import { ExchangeDialog } from "../exchange/exchange-dialog.tsx";
import { CommandPalette } from "../palette/command-palette.tsx";
import { SettingsDialog } from "../settings/settings-dialog.tsx";

/** Dialogs for actions on the whole place. */
export function ContentDialogs({ blueprint }: { readonly blueprint: Blueprint }) {
  return (
    <>
      <CommandPalette />
      <CommentsDialog blueprint={blueprint} />
      <ExchangeDialog name={blueprint.name} />
      <SettingsDialog blueprint={blueprint} />
    </>
  );
}
