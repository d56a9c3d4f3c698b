import { ApiError } from "@blueprint/contract/api-client";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { ViewerScan } from "../../viewer/viewer.ts";
import {
  newestVersionQuery,
  toVisitorUrl,
  useChangeSharing,
  usePublishBlueprint,
  useUnpublishBlueprint,
} from "../editor.queries.ts";
import { PublishChecklist } from "../publish/publish-checklist.tsx";
import { isForVisitors, SharingFields, toSharingChange, toSharingDraft } from "../publish/sharing-fields.tsx";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

const saveTimeoutMs = 8_000;

/** Freezes a version for visitors, shows its link, takes it down again. */
export function PublishDialog({
  blueprint,
  scans,
}: {
  readonly blueprint: Blueprint;
  /** Those that are ready: they are what is published. */
  readonly scans: readonly ViewerScan[];
}) {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "publish");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "publish" : null })}
      title="Publish"
      description={describe(blueprint)}
      width="wide"
    >
      <PublishForm blueprint={blueprint} scans={scans} />
    </Dialog>
  );
}

function describe({ publishedVersion, latestVersion, visibility }: Blueprint): string {
  if (publishedVersion !== null)
    return isForVisitors({ visibility })
      ? `Visitors see version ${publishedVersion}.`
      : `${visibility === "team" ? "Members of the team" : "People who can edit it"} see version ${publishedVersion}.`;
  return latestVersion === 0 ? "Not published yet." : `Nothing is open to visitors. Version ${latestVersion} is kept.`;
}

function PublishForm({ blueprint, scans }: { readonly blueprint: Blueprint; readonly scans: readonly ViewerScan[] }) {
  const { session, store } = useEditorRoom();
  const isServed = blueprint.publishedVersion !== null;
  const [draft, setDraft] = useState(() => toSharingDraft(blueprint));
  // The version this person saw when the dialog opened: another one since then is a conflict they should hear of.
  const [basedOnVersion, setBasedOnVersion] = useState(blueprint.latestVersion);
  const [isWaiting, setWaiting] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const publish = usePublishBlueprint(blueprint.id);
  const unpublish = useUnpublishBlueprint(blueprint.id);
  const share = useChangeSharing(blueprint.id);
  const change = toSharingChange(draft, blueprint);
  const needsPassword = draft.visibility === "password" && !blueprint.hasPassword && draft.password === "";
  const isConflict = hasCode(publish.error, "publish-conflict");

  /** False when the server could not take it; the fields then say why. */
  const saveSharing = async () => {
    // A place that opens for more people does so with its new version, not before.
    const { visibility: _, ...rest } = change;
    const sent = isServed ? change : rest;
    if (Object.keys(sent).length === 0) return true;
    const saved = await share.mutateAsync(sent).catch(() => null);
    if (saved !== null) setDraft({ ...toSharingDraft(saved), visibility: draft.visibility });
    return saved !== null;
  };
  const run = async () => {
    setWaiting(true);
    const isSaved = await session.whenSaved(saveTimeoutMs);
    setWaiting(false);
    setUnsaved(!isSaved);
    if (!isSaved || !(await saveSharing())) return;
    publish.mutate(
      { basedOnVersion: isConflict ? blueprint.latestVersion : basedOnVersion, visibility: draft.visibility },
      {
        onSuccess: (published) => {
          setBasedOnVersion(published.latestVersion);
          toasts.add({ title: `Version ${published.publishedVersion} is published` });
        },
      },
    );
  };
  const takeDown = () =>
    unpublish.mutate(undefined, {
      onSuccess: () => {
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
        <div className="grid gap-2">
          <CopyField
            label={isForVisitors(blueprint) ? "Link for visitors" : "Link for the team"}
            value={toVisitorUrl(blueprint)}
          />
          <a
            href={`${toVisitorUrl(blueprint)}&as=visitor`}
            target="_blank"
            rel="noopener"
            className="inline-flex items-center gap-1.5 justify-self-start text-accent underline underline-offset-2"
          >
            See it as a visitor
            <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
          </a>
        </div>
      ) : null}
      <SharingFields blueprint={blueprint} draft={draft} errors={fieldErrors} onChange={setDraft} />
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
      <PublishChecklist blueprint={blueprint} scans={scans} />
      <p className="-mt-2 text-caption text-ink-soft text-pretty">
        {isServed
          ? `Publishing saves what you see now as version ${blueprint.latestVersion + 1}. Visitors see it right away; earlier versions are kept.`
          : `Publishing saves what you see now as version ${blueprint.latestVersion + 1}. Later edits stay private to the team until you publish again.`}
      </p>
      {scans.length > 0 || failure ? null : (
        <Notice tone="attention">Add a scan first. You can publish once a scan is ready.</Notice>
      )}
      {isConflict ? <ConflictNotice blueprint={blueprint} /> : null}
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

function ConflictNotice({ blueprint }: { readonly blueprint: Blueprint }) {
  const { data: newest } = useQuery(newestVersionQuery(blueprint.id));
  return (
    <Notice tone="attention" title="Somebody else published in the meantime">
      {newest == null
        ? "Another version was published since you opened this."
        : `${newest.publishedByName} published version ${newest.number} on ${formatDateTime(newest.publishedAt)}.`}{" "}
      What you see here includes their edits. Publish again to save it as version {blueprint.latestVersion + 1}.
    </Notice>
  );
}
