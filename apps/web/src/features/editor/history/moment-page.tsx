import type { Blueprint } from "@blueprint/contract/blueprints";
import { compareScenes, type ObjectDifference, restoreObjects, restoreScene } from "@blueprint/scene/compare-scenes";
import type { SceneRecord } from "@blueprint/scene/scene-record";
import { recordScene } from "@blueprint/scene/scene-record";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Box, GitCompareArrows, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { leavePast, type Moment } from "../editor.store.ts";
import { useCurrentDocument, useEditorRoom, useMayEditNow } from "../use-editor-room.ts";
import { ChangeList, toChangeName } from "./change-list.tsx";
import { ChangeSetWork } from "./change-set-work.tsx";
import { sceneAtEditQuery } from "./history.queries.ts";
import { openPast } from "./open-past.ts";

/** One moment: what its change set did, what is different now, and ways to see it and bring it back. */
export function MomentPage({ blueprint, moment }: { readonly blueprint: Blueprint; readonly moment: Moment }) {
  const room = useEditorRoom();
  const { store } = room;
  const [isOpening, setOpening] = useState(false);
  const { data: then, error } = useQuery(sceneAtEditQuery(blueprint.id, moment.editId));
  const since = useChangesSince(then);
  const show = () => {
    setOpening(true);
    void openPast(room, blueprint.id, moment, "after")
      .catch((failure: unknown) =>
        toasts.add({ title: "Couldn't open this moment", description: readableError(failure) }),
      )
      .finally(() => setOpening(false));
  };
  return (
    <div className="grid gap-4">
      <Button variant="quiet" className="justify-self-start" onClick={() => store.setState({ moment: null })}>
        <ArrowLeft aria-hidden="true" strokeWidth={1.5} />
        Full history
      </Button>
      <div className="grid gap-0.5">
        <h3 className="font-strong break-words">{moment.title}</h3>
        <p className="text-caption text-ink-soft">{moment.label}</p>
      </div>
      <Button className="justify-self-start" busy={isOpening} onClick={show}>
        <Box aria-hidden="true" strokeWidth={1.5} />
        Show in 3D
      </Button>
      {moment.changes === null ? null : (
        <ChangeSetWork blueprint={blueprint} changes={moment.changes} label={moment.label} />
      )}
      {error === null ? null : <Notice tone="danger">{readableError(error)}</Notice>}
      {then === undefined && error === null ? <Spinner label="Comparing" /> : null}
      {then === undefined ? null : <Since then={then} objects={since} moment={moment} />}
    </div>
  );
}

/** What is different now; comments have no earlier state to return to. */
function useChangesSince(then: SceneRecord | undefined): readonly ObjectDifference[] {
  const { connection } = useEditorRoom();
  const { scene } = useCurrentDocument();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document changes in place; its scene says when.
  return useMemo(
    () =>
      then === undefined
        ? []
        : compareScenes(then, connection.read(recordScene)).objects.filter(({ kind }) => kind !== "threads"),
    [then, scene, connection],
  );
}

function Since({
  then,
  objects,
  moment,
}: {
  readonly then: SceneRecord;
  readonly objects: readonly ObjectDifference[];
  readonly moment: Moment;
}) {
  const { connection, store, attempt } = useEditorRoom();
  const canEdit = useMayEditNow();
  const restore = (differences: readonly ObjectDifference[] | "everything") => {
    leavePast(store);
    // Restoring removes the differences that the marks showed.
    store.setState({ compared: null });
    const restored = attempt((doc) =>
      differences === "everything" ? restoreScene(doc, then) : restoreObjects(doc, then, differences),
    );
    if (restored === null) return;
    const title = `${formatAmount(restored.length, "item")} restored`;
    connection.announce(`${title}.`);
    toasts.add({ title, description: `As of ${moment.label}. You can undo this.` });
  };
  const mark = () => {
    const changes = new Map(objects.flatMap(({ id, change }) => (change === "removed" ? [] : [[id, change] as const])));
    const removedCount = objects.length - changes.size;
    store.setState({ past: null, openSide: null, compared: { label: moment.title, changes, removedCount } });
  };
  return (
    <section className="grid gap-2.5">
      <h3 className="font-strong">Changes since then</h3>
      {objects.length === 0 ? <p className="text-ink-soft">None. The place hasn't changed since.</p> : null}
      {objects.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={mark}>
            <GitCompareArrows aria-hidden="true" strokeWidth={1.5} />
            Highlight in 3D view
          </Button>
          {canEdit ? (
            <Button size="small" onClick={() => restore("everything")}>
              <RotateCcw aria-hidden="true" strokeWidth={1.5} />
              Restore everything
            </Button>
          ) : null}
        </div>
      )}
      <ChangeList
        label="Changes since then"
        changes={objects}
        action={(difference) =>
          canEdit ? (
            <Button size="small" onClick={() => restore([difference])}>
              {difference.change === "added" ? "Remove" : "Restore"}
              <span className="sr-only"> {toChangeName(difference)}</span>
            </Button>
          ) : null
        }
      />
    </section>
  );
}
