import type { Blueprint } from "@blueprint/contract/blueprints";
import type { ReactNode } from "react";
import { ShortLinksDialog } from "../short-links/short-links-dialog.tsx";
import type { NamedScan } from "../tools/align/align-panel.tsx";
import { CornersDialog } from "../tools/zone/corners-dialog.tsx";
import { ContentDialogs } from "./content-dialogs.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

/** Every dialog of the editor. At most one is open. */
export function EditorDialogs({
  blueprint,
  scans,
  canEdit,
  canPublish,
  invite,
}: {
  readonly blueprint: Blueprint;
  readonly scans: readonly NamedScan[];
  readonly canEdit: boolean;
  readonly canPublish: boolean;
  readonly invite: ReactNode;
}) {
  return (
    <>
      <HelpDialog />
      <ContentDialogs blueprint={blueprint} />
      <CornersDialog />
      <ShareDialog blueprint={blueprint} canPublish={canPublish} invite={invite} />
      <ShortLinksDialog blueprint={blueprint} canPublish={canPublish} />
      {canEdit ? <PublishDialog blueprint={blueprint} scans={scans} /> : null}
    </>
  );
}
