import type { Blueprint } from "@blueprint/contract/blueprints";
import { compareScenes, type ObjectDifference, restoreObjects, restoreScene } from "@blueprint/scene/compare-scenes";
import { recordScene } from "@blueprint/scene/scene-record";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Minus, Move, Pencil, Plus, RotateCcw } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { editSessionsQuery, namedVersionsQuery, sceneAtEditQuery, useNameVersion } from "./history.queries.ts";

interface Moment {
  readonly editId: number;
  readonly label: string;
}

/** Who changed what when; any moment can be compared with now, and brought back whole or in part. */
export function HistoryDialog({ blueprint }: { readonly blueprint: Blueprint }) {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "history");
  const [moment, setMoment] = useState<Moment | null>(null);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        store.setState({ dialog: open ? "history" : null });
        setMoment(null);
      }}
      title="History"
      description="Every edit is kept. Restoring something is an edit too: others can keep working, and you can undo it."
      width="wide"
    >
      {moment === null ? (
        <Moments blueprint={blueprint} onChoose={setMoment} />
      ) : (
        <Comparison blueprint={blueprint} moment={moment} onBack={() => setMoment(null)} />
      )}
    </Dialog>
  );
}

function Moments({
  blueprint,
  onChoose,
}: {
  readonly blueprint: Blueprint;
  readonly onChoose: (moment: Moment) => void;
}) {
  const sessions = useInfiniteQuery(editSessionsQuery(blueprint.id));
  const versions = useQuery(namedVersionsQuery(blueprint.id));
  const canEdit = useMayEdit();
  const error = sessions.error ?? versions.error;
  if (error !== null) return <Notice tone="danger">{readableError(error)}</Notice>;
  if (sessions.data === undefined || versions.data === undefined) return <Spinner label="Loading history" />;
  const edits = sessions.data.pages.flatMap((page) => page.sessions);
  const line =
    "flex w-full items-baseline justify-between gap-4 px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11";
  return (
    <div className="grid gap-6">
      {canEdit ? <NameVersion blueprint={blueprint} /> : null}
      {versions.data.length === 0 ? null : (
        <section className="grid gap-2">
          <h3 className="font-strong">Named versions</h3>
          <ul className="max-h-56 divide-y divide-hairline overflow-y-auto rounded-sharp border border-line">
            {versions.data.map(({ id, name, editId, createdAt, createdByName }) => (
              <li key={id}>
                <button type="button" className={line} onClick={() => onChoose({ editId, label: name })}>
                  <span className="min-w-0 break-words font-strong">{name}</span>
                  <span className="shrink-0 text-caption text-ink-soft">
                    {createdByName ?? "Someone"}, {formatDateTime(createdAt)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="font-strong">Edits</h3>
        {edits.length === 0 ? <p className="text-ink-soft">No edits yet.</p> : null}
        <ul className="max-h-80 divide-y divide-hairline overflow-y-auto rounded-sharp border border-line empty:hidden">
          {edits.map(({ editId, authorName, endedAt, changeCount }) => (
            <li key={editId}>
              <button
                type="button"
                className={line}
                onClick={() =>
                  onChoose({
                    editId,
                    label: `${authorName ?? "an automatic change"}, ${formatDateTime(endedAt)}`,
                  })
                }
              >
                <span className="min-w-0 break-words">{authorName ?? "The server, or a deleted account"}</span>
                <span className="shrink-0 text-caption text-ink-soft">
                  {formatAmount(changeCount, "change")}, {formatDateTime(endedAt)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {sessions.hasNextPage ? (
          <Button
            className="justify-self-start"
            busy={sessions.isFetchingNextPage}
            onClick={() => void sessions.fetchNextPage()}
          >
            Show earlier
          </Button>
        ) : null}
      </section>
    </div>
  );
}

const saveTimeoutMs = 8_000;

function NameVersion({ blueprint }: { readonly blueprint: Blueprint }) {
  const { session } = useEditorRoom();
  const [name, setName] = useState("");
  const [isUnsaved, setUnsaved] = useState(false);
  const nameVersion = useNameVersion(blueprint.id);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // Named is what the server has: it must have everything first.
    const isSaved = await session.whenSaved(saveTimeoutMs);
    setUnsaved(!isSaved);
    if (isSaved) nameVersion.mutate({ name }, { onSuccess: () => setName("") });
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="grid gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label="Name what is there now"
          placeholder="Before the summer show"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" busy={nameVersion.isPending} disabled={name.trim() === ""}>
          Keep
        </Button>
      </div>
      {isUnsaved ? (
        <Notice tone="danger">Your latest changes haven't reached the server. Try again once they have.</Notice>
      ) : null}
      {nameVersion.error === null ? null : <Notice tone="danger">{readableError(nameVersion.error)}</Notice>}
    </form>
  );
}

/** Read from what was then to what is now. */
const changeLooks = {
  added: { icon: Plus, label: "Added since" },
  removed: { icon: Minus, label: "Removed since" },
  moved: { icon: Move, label: "Moved since" },
  changed: { icon: Pencil, label: "Changed since" },
} as const;

function Comparison({
  blueprint,
  moment,
  onBack,
}: {
  readonly blueprint: Blueprint;
  readonly moment: Moment;
  readonly onBack: () => void;
}) {
  const { session, store } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const { data: then, error } = useQuery(sceneAtEditQuery(blueprint.id, moment.editId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document changes in place; its scene says when.
  const objects = useMemo(
    () =>
      then === undefined
        ? []
        : compareScenes(then, recordScene(session.doc)).objects.filter(({ kind }) => kind !== "threads"),
    [then, scene, session],
  );
  const restore = (differences: readonly ObjectDifference[] | "everything") => {
    if (then === undefined) return;
    session.endStep();
    const restored =
      differences === "everything" ? restoreScene(session.doc, then) : restoreObjects(session.doc, then, differences);
    session.endStep();
    const sentence = `${formatAmount(restored.length, "thing")} restored to ${moment.label}.`;
    session.announce(sentence);
    toasts.add({ title: sentence, description: "You can undo this." });
  };
  const mark = () => {
    const changes = new Map<string, "added" | "moved" | "changed">();
    for (const { id, change } of objects) if (change !== "removed") changes.set(id, change);
    const removedCount = objects.length - changes.size;
    store.setState({ dialog: null, compared: { label: moment.label, changes, removedCount } });
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden="true" strokeWidth={1.5} />
          Full history
        </Button>
        {objects.length > 0 ? <Button onClick={mark}>Mark them in the picture</Button> : null}
        {canEdit && objects.length > 0 ? (
          <Button onClick={() => restore("everything")}>
            <RotateCcw aria-hidden="true" strokeWidth={1.5} />
            Bring everything back
          </Button>
        ) : null}
      </div>
      <h3 className="font-strong">Since {moment.label}</h3>
      {error === null ? null : <Notice tone="danger">{readableError(error)}</Notice>}
      {then === undefined && error === null ? <Spinner label="Comparing" /> : null}
      {then !== undefined && objects.length === 0 ? <p className="text-ink-soft">No changes since.</p> : null}
      <ul className="max-h-96 divide-y divide-hairline overflow-y-auto rounded-sharp border border-line empty:hidden">
        {objects.map((difference) => {
          const { icon: Icon, label } = changeLooks[difference.change];
          const name = difference.name.trim() === "" ? `Unnamed ${difference.kind.slice(0, -1)}` : difference.name;
          return (
            <li key={`${difference.kind} ${difference.id}`} className="flex items-center gap-3 px-3 py-2">
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1 break-words">
                {name}
                <span className="ml-2 text-caption text-ink-soft">
                  {label}
                  {difference.change === "changed" ? `: ${difference.fields.join(", ")}` : ""}
                </span>
              </span>
              {canEdit ? (
                <Button size="small" onClick={() => restore([difference])}>
                  {difference.change === "added" ? "Remove" : "Bring back"}
                  <span className="sr-only"> {name}</span>
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
