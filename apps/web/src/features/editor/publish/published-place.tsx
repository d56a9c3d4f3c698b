import type { Blueprint } from "@blueprint/contract/blueprints";
import { Share2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { toVisitorUrl } from "../editor.queries.ts";
import { EmbedCode } from "./embed-code-form.tsx";
import { isForVisitors } from "./sharing-draft.ts";
import { ViewAsVisitor } from "./view-as-visitor.tsx";

/** How people get into a published place: its link, its QR code, the device's own sharing and markup for other sites. */
export function PublishedPlace({
  blueprint,
  onAccess,
  onDone,
}: {
  readonly blueprint: Blueprint;
  /** Shows who may open it and where it may be embedded. */
  readonly onAccess: () => void;
  readonly onDone: () => void;
}) {
  const url = toVisitorUrl(blueprint);
  const isOpen = isForVisitors(blueprint);
  return (
    <div className="grid gap-5">
      <div className="flex flex-col gap-5 sm:flex-row">
        <QrCode
          label="QR code of the link"
          text={url}
          className="size-36 shrink-0 self-center rounded-sharp border border-line"
        />
        <div className="grid min-w-0 flex-1 content-start gap-3">
          <CopyField label={isOpen ? "Link for visitors" : "Link for the team"} value={url} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {typeof navigator.share === "function" ? <ShareButton name={blueprint.name} url={url} /> : null}
            <ViewAsVisitor blueprint={blueprint} />
          </div>
        </div>
      </div>
      {isOpen && blueprint.embedOrigins.length > 0 ? (
        <EmbedCode blueprint={blueprint} />
      ) : (
        <p className="text-ink-soft text-pretty">
          {isOpen
            ? "To embed it in a website, name the site under Expiry and embedding."
            : "Places that require sign-in can't be embedded: visitors aren't signed in on other sites."}
        </p>
      )}
      <DialogActions>
        <Button variant="quiet" className="sm:mr-auto" onClick={onAccess}>
          Change access
        </Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

/** Hands the link to the device's own sharing. */
function ShareButton({ name, url }: { readonly name: string; readonly url: string }) {
  return (
    <Button
      onClick={() => {
        // Rejects when the user closes the device's dialog.
        void navigator.share({ title: name, url }).catch(() => {});
      }}
    >
      <Share2 aria-hidden="true" strokeWidth={1.5} />
      Share
    </Button>
  );
}
