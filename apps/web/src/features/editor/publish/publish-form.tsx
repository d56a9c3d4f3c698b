import { ApiError } from "@blueprint/contract/api-client";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { QrCode as QrCodeIcon } from "lucide-react";
import { useState } from "react";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { useChangeSharing, usePublishBlueprint, useUnpublishBlueprint } from "../editor.queries.ts";
import { useEditorRoom } from "../use-editor-room.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { GuideTestNote } from "./guide-test-note.tsx";
import { PublishChecklist } from "./publish-checklist.tsx";
import { toSharingChange, toSharingDraft } from "./sharing-draft.ts";
import { SharingFields } from "./sharing-fields.tsx";
import { ViewAsVisitor } from "./view-as-visitor.tsx";

const saveTimeoutMs = 8_000;

/** Who may open the place, what to fix first, and the buttons that publish and unpublish. */
export function PublishForm({
  blueprint,
  scans,
  onPublished,
  onLinks,
}: {
  readonly blueprint: Blueprint;
  /** Ready scans: the ones that get published. */
  readonly scans: readonly ViewerScan[];
  readonly onPublished: () => void;
  /** Shows the link, the code and the markup of the published place. */
  readonly onLinks: () => void;
}) {
  const { connection, store } = useEditorRoom();
  // What the user saw when the dialog opened. Other people's changes must not move the buttons under their pointer;
  // the server reports a version published in the meantime as a conflict.
  const [opened, setOpened] = useState(blueprint);
  const [draft, setDraft] = useState(() => toSharingDraft(blueprint));
  const [isWaiting, setWaiting] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const publish = usePublishBlueprint(blueprint.id);
  const unpublish = useUnpublishBlueprint(blueprint.id);
  const share = useChangeSharing(blueprint.id);
  const isConflict = hasCode(publish.error, "publish-conflict");
  const seen = isConflict ? blueprint : opened;
  const isServed = seen.publishedVersion !== null;
  const change = toSharingChange(draft, opened);
  const needsPassword = draft.visibility === "password" && !seen.hasPassword && draft.password === "";

  /** Shows the user's own change. A version that someone else published meanwhile still has to be reported. */
  const keep = (changed: Blueprint) => setOpened({ ...changed, latestVersion: opened.latestVersion });
  /** False if the server rejected the change; the fields then say why. */
  const saveSharing = async () => {
    // A wider audience takes effect with the new version, not before.
    const { visibility: _, ...rest } = change;
    const sent = isServed ? change : rest;
    if (Object.keys(sent).length === 0) return true;
    const saved = await share.mutateAsync(sent).catch(() => null);
    if (saved === null) return false;
    keep(saved);
    setDraft({ ...toSharingDraft(saved), visibility: draft.visibility });
    return true;
  };
  const run = async () => {
    setWaiting(true);
    const isSaved = await connection.whenSaved(saveTimeoutMs);
    setWaiting(false);
    setUnsaved(!isSaved);
    if (!isSaved || !(await saveSharing())) return;
    publish.mutate(
      { basedOnVersion: seen.latestVersion, visibility: draft.visibility },
      {
        onSuccess: (published) => {
          setOpened(published);
          toasts.add({ title: `Version ${published.publishedVersion} is published` });
          onPublished();
        },
      },
    );
  };
  const takeDown = () =>
    unpublish.mutate(undefined, {
      onSuccess: (unpublished) => {
        keep(unpublished);
        toasts.add({
          title: "Unpublished",
          description: "The link says it's no longer available. Every version is kept.",
        });
      },
    });
  const fieldErrors = share.error instanceof ApiError ? share.error.fields : {};
  const failure = isConflict ? null : (publish.error ?? unpublish.error ?? share.error);
  return (
    <div className="grid gap-5">
      {isServed ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <ViewAsVisitor blueprint={seen} />
          <Button size="small" onClick={onLinks}>
            <QrCodeIcon aria-hidden="true" strokeWidth={1.5} />
            Link, QR code and embedding
          </Button>
        </div>
      ) : null}
      <SharingFields blueprint={seen} draft={draft} errors={fieldErrors} onChange={setDraft} />
      {isServed && Object.keys(change).length > 0 ? (
        <Button
          className="justify-self-start"
          busy={share.isPending}
          disabled={needsPassword}
          onClick={() => void saveSharing().then((saved) => saved && toasts.add({ title: "Access saved" }))}
        >
          Save without publishing
        </Button>
      ) : null}
      <PublishChecklist blueprint={seen} scans={scans} />
      <GuideTestNote blueprintId={blueprint.id} />
      <p className="-mt-2 text-caption text-ink-soft text-pretty">
        {isServed
          ? `Publishing saves what you see now as version ${seen.latestVersion + 1}. Visitors see it right away; earlier versions are kept.`
          : `Publishing saves what you see now as version ${seen.latestVersion + 1}. Later edits stay private to the team until you publish again.`}
      </p>
      {scans.length > 0 || failure ? null : (
        <Notice tone="attention">Add a scan first. You can publish once a scan is ready.</Notice>
      )}
      {isConflict ? <ConflictNotice blueprint={seen} /> : null}
      {isUnsaved ? (
        <Notice tone="danger">
          Your latest changes haven't reached the server, so nothing was published. They're kept here. Check your
          connection, then publish again.
        </Notice>
      ) : null}
      {failure ? <Notice tone="danger">{readableError(failure)}</Notice> : null}
      <DialogActions>
        {isServed ? (
          <Button variant="quiet" className="sm:mr-auto" busy={unpublish.isPending} onClick={takeDown}>
            Unpublish
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => store.setState({ dialog: null })}>
          Done
        </Button>
        <Button
          variant="primary"
          busy={isWaiting || publish.isPending}
          disabled={needsPassword}
          onClick={() => void run()}
        >
          Publish
        </Button>
      </DialogActions>
    </div>
  );
}
