import type { Blueprint } from "@blueprint/contract/blueprints";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toVisitorUrl } from "../editor.queries.ts";
import { AudienceLinks } from "../publish/audience-links.tsx";
import { isForVisitors } from "../publish/sharing-draft.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

/** Lets visitors and teammates in. `invite` is the team's own invite button, for members who may invite. */
export function ShareDialog({
  blueprint,
  canPublish,
  invite,
}: {
  readonly blueprint: Blueprint;
  readonly canPublish: boolean;
  readonly invite: ReactNode;
}) {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "share");
  return (
    <Dialog open={isOpen} onOpenChange={(open) => store.setState({ dialog: open ? "share" : null })} title="Share">
      <div className="grid gap-5">
        {blueprint.publishedVersion === null ? (
          <div className="grid justify-items-start gap-3">
            <p className="text-pretty">
              Visitors can't see this place yet. Publish it to get a link you can share with anyone.
            </p>
            {canPublish ? (
              <Button variant="primary" onClick={() => store.setState({ dialog: "publish" })}>
                Go to Publish
              </Button>
            ) : null}
          </div>
        ) : (
          <CopyField
            label={isForVisitors(blueprint) ? "Link for visitors" : "Link for the team"}
            value={toVisitorUrl(blueprint)}
          />
        )}
        <div className="grid justify-items-start gap-2.5 border-t border-hairline pt-5">
          <h3 className="font-strong">Short links</h3>
          <p className="text-ink-soft text-pretty">
            Codes for signs and emails. Each opens the place, an anchor, a view or a tour, and you can change that after
            it's printed.
          </p>
          <Button onClick={() => store.setState({ dialog: "short-links" })}>
            {canPublish ? "Manage short links" : "Show short links"}
          </Button>
        </div>
        {blueprint.publishedVersion !== null && canPublish ? <AudienceLinks blueprint={blueprint} /> : null}
        <div className="grid justify-items-start gap-2.5 border-t border-hairline pt-5">
          <h3 className="font-strong">Work together</h3>
          {invite === null ? (
            <p className="text-ink-soft">An owner or admin of the team can invite teammates by email.</p>
          ) : (
            <>
              <p className="text-ink-soft text-pretty">
                Team members find it in their own list. Their role decides whether they can edit or only view.
              </p>
              {invite}
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
