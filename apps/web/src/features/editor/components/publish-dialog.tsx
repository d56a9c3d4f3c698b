import type { Blueprint } from "@blueprint/contract/blueprints";
import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { PublishForm } from "../publish/publish-form.tsx";
import { PublishedPlace } from "../publish/published-place.tsx";
import { isForVisitors } from "../publish/sharing-draft.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

/** Publishes a version for visitors, and ends in the ways to reach it. */
export function PublishDialog({
  blueprint,
  scans,
}: {
  readonly blueprint: Blueprint;
  /** Ready scans: the ones that get published. */
  readonly scans: readonly ViewerScan[];
}) {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "publish");
  const [page, setPage] = useState<"form" | "links">("form");
  const close = () => {
    store.setState({ dialog: null });
    setPage("form");
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => (open ? store.setState({ dialog: "publish" }) : close())}
      title="Publish"
      description={describe(blueprint)}
      width="wide"
    >
      {page === "links" && blueprint.publishedVersion !== null ? (
        <PublishedPlace blueprint={blueprint} onAccess={() => setPage("form")} onDone={close} />
      ) : (
        <PublishForm
          blueprint={blueprint}
          scans={scans}
          onPublished={() => setPage("links")}
          onLinks={() => setPage("links")}
        />
      )}
    </Dialog>
  );
}

function describe({ publishedVersion, latestVersion, visibility }: Blueprint): string {
  if (publishedVersion !== null)
    return isForVisitors({ visibility })
      ? `Visitors see version ${publishedVersion}.`
      : `${visibility === "team" ? "Members of the team" : "People who can edit it"} see version ${publishedVersion}.`;
  return latestVersion === 0 ? "Not published yet." : `Not open to visitors. Version ${latestVersion} is kept.`;
}
