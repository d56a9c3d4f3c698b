import type { Blueprint } from "@blueprint/contract/blueprints";
import { errorCatalogue } from "@blueprint/contract/errors";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useRestoreBlueprint } from "../editor.queries.ts";
import { useDocument, useEditorRoom } from "../use-editor-room.ts";
import { DownloadUnsentButton } from "./download-unsent-button.tsx";
import { UnsentWork } from "./unsent-work.tsx";

/** Why the editor is read-only, or has stopped syncing. */
export function EditorNotices({ blueprint, canEdit }: { readonly blueprint: Blueprint; readonly canEdit: boolean }) {
  const { end, lack, obstacle, isTooNew, access, isLoaded, isOnline, isKeptOnDevice, unsavedCount } = useDocument();
  const { connection } = useEditorRoom();
  const restore = useRestoreBlueprint(blueprint.id);
  if (end === "refused")
    return (
      <Strip>
        <Notice
          tone="danger"
          action={
            <div className="flex flex-wrap gap-2">
              <DownloadUnsentButton connection={connection} name={blueprint.name} />
              <Button onClick={() => location.reload()}>Reload</Button>
            </div>
          }
        >
          {errorCatalogue["document-update-refused"].message} Reload to see the saved version.
        </Notice>
      </Strip>
    );
  if (end === "signed-out")
    return (
      <Strip>
        <Notice
          tone="attention"
          title="Your session has ended"
          action={
            <Button asChild>
              <a href="/login" target="_blank" rel="noopener">
                Sign in in another tab
              </a>
            </Button>
          }
        >
          {unsavedCount === 0
            ? "Everything is saved. Sign in, then reload this page."
            : `Your latest changes haven't been saved. ${
                isKeptOnDevice
                  ? "They're kept in this browser: sign in to the same account and reload this page to save them."
                  : "Copy what you need before you reload this page."
              }`}
        </Notice>
      </Strip>
    );
  if (isTooNew)
    return (
      <Strip>
        <Notice tone="attention">{errorCatalogue["document-too-new"].message}</Notice>
      </Strip>
    );
  if (lack !== null && unsavedCount > 0)
    return (
      <Strip>
        <Notice
          tone="danger"
          title={
            unsavedCount === 1 ? "1 of your changes wasn't saved" : `${unsavedCount} of your changes weren't saved`
          }
          action={
            <div className="flex flex-wrap gap-2">
              <DownloadUnsentButton connection={connection} name={blueprint.name} />
              <Button
                onClick={() => {
                  connection.discardUnsent();
                  location.reload();
                }}
              >
                Discard and reload
              </Button>
            </div>
          }
        >
          {errorCatalogue[lack].message}
        </Notice>
      </Strip>
    );
  if (obstacle === "storage-full" && isOnline && unsavedCount > 0)
    return (
      <Strip>
        <Notice
          tone="attention"
          title={unsavedCount === 1 ? "1 change isn't saved yet" : `${unsavedCount} changes aren't saved yet`}
          action={<DownloadUnsentButton connection={connection} name={blueprint.name} />}
        >
          {errorCatalogue[obstacle].message} Keep this page open, and your changes will be saved automatically.
        </Notice>
      </Strip>
    );
  // Edit access was revoked mid-edit.
  if (access === "read" && isLoaded && isOnline && unsavedCount > 0)
    return (
      <Strip>
        <UnsentWork count={unsavedCount} name={blueprint.name} />
      </Strip>
    );
  if (blueprint.state === "archived" || blueprint.state === "binned")
    return (
      <Strip>
        <Notice
          tone="attention"
          title={blueprint.state === "archived" ? "This blueprint is archived" : "This blueprint is in the bin"}
          action={
            canEdit ? (
              <Button busy={restore.isPending} onClick={() => restore.mutate()}>
                Restore
              </Button>
            ) : (
              <Button asChild>
                <Link to="/dashboard">Go to your blueprints</Link>
              </Button>
            )
          }
        >
          {restore.error ? readableError(restore.error) : "It's read-only, and visitors can't see it."}
        </Notice>
      </Strip>
    );
  return null;
}

function Strip({ children }: { readonly children: ReactNode }) {
  return <div className="pointer-events-auto mx-auto w-full max-w-xl shadow-overlay">{children}</div>;
}
