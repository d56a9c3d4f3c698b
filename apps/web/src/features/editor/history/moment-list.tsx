import type { Blueprint } from "@blueprint/contract/blueprints";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { Moment } from "../editor.store.ts";
import { useEditorRoom, useMayEditNow } from "../use-editor-room.ts";
import { nameChangeSet } from "./change-set-name.ts";
import { changeSetsQuery, namedVersionsQuery } from "./history.queries.ts";
import { NameVersion } from "./name-version.tsx";

/** Named versions and change sets, newest first. */
export function MomentList({ blueprint }: { readonly blueprint: Blueprint }) {
  const changeSets = useInfiniteQuery(changeSetsQuery(blueprint.id));
  const versions = useQuery(namedVersionsQuery(blueprint.id));
  const canEdit = useMayEditNow();
  const error = changeSets.error ?? versions.error;
  if (error !== null) return <Notice tone="danger">{readableError(error)}</Notice>;
  if (changeSets.data === undefined || versions.data === undefined) return <Spinner label="Loading history" />;
  const edits = changeSets.data.pages.flatMap((page) => page.sessions);
  return (
    <div className="grid gap-5">
      {canEdit ? <NameVersion blueprint={blueprint} /> : null}
      {versions.data.length === 0 ? null : (
        <section className="grid gap-2">
          <h3 className="font-strong">Named versions</h3>
          <ul className="divide-y divide-hairline rounded-sharp border border-line">
            {versions.data.map(({ id, name, editId, createdAt, createdByName }) => {
              const label = `${createdByName ?? "Someone"}, ${formatDateTime(createdAt)}`;
              return <MomentRow key={id} moment={{ editId, title: name, label, changes: null }} />;
            })}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="font-strong">Edits</h3>
        {edits.length === 0 ? <p className="text-ink-soft">No edits yet.</p> : null}
        <ul className="divide-y divide-hairline rounded-sharp border border-line empty:hidden">
          {edits.map((changeSet) => {
            const { editId, authorName, endedAt, changeCount, changes = null } = changeSet;
            const label = `${authorName ?? "The server, or a deleted account"}, ${formatDateTime(endedAt)}`;
            const moment = { editId, title: nameChangeSet(changeSet), label, changes };
            return <MomentRow key={editId} moment={moment} detail={formatAmount(changeCount, "change")} />;
          })}
        </ul>
        {changeSets.hasNextPage ? (
          <Button
            className="justify-self-start"
            busy={changeSets.isFetchingNextPage}
            onClick={() => void changeSets.fetchNextPage()}
          >
            Show earlier
          </Button>
        ) : null}
      </section>
    </div>
  );
}

function MomentRow({ moment, detail }: { readonly moment: Moment; readonly detail?: string }) {
  const { store } = useEditorRoom();
  return (
    <li>
      <button
        type="button"
        className="grid w-full gap-0.5 px-2.5 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        onClick={() => store.setState({ moment })}
      >
        <span className="min-w-0 break-words font-strong">{moment.title}</span>
        <span className="text-caption text-ink-soft">
          {moment.label}
          {detail === undefined ? "" : ` · ${detail}`}
        </span>
      </button>
    </li>
  );
}
