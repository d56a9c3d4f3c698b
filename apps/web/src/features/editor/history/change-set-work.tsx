import type { Blueprint } from "@blueprint/contract/blueprints";
import type { ChangedObject, ChangeSummary } from "@blueprint/contract/scene-history";
import { compareObjects, restoreObjects } from "@blueprint/scene/compare-scenes";
import { type SceneKind, sceneKindNames } from "@blueprint/scene/scene-kinds";
import { recordScene, type SceneRecord } from "@blueprint/scene/scene-record";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { leavePast } from "../editor.store.ts";
import { useCurrentDocument, useEditorRoom, useMayEditNow } from "../use-editor-room.ts";
import { ChangeList, toChangeName } from "./change-list.tsx";
import { toFieldWords } from "./field-words.ts";
import { sceneAtEditQuery } from "./history.queries.ts";

interface KnownChange extends ChangedObject {
  readonly kind: SceneKind;
}

/** What a change set changed. Each object can go back to what it was before. */
export function ChangeSetWork({
  blueprint,
  changes,
  label,
}: {
  readonly blueprint: Blueprint;
  readonly changes: ChangeSummary;
  readonly label: string;
}) {
  const { connection, store, attempt } = useEditorRoom();
  const canEdit = useMayEditNow();
  const { scene } = useCurrentDocument();
  const { data: before } = useQuery({
    ...sceneAtEditQuery(blueprint.id, changes.firstEditId - 1),
    enabled: canEdit && changes.objects.length > 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document changes in place; its scene says when.
  const now = useMemo(() => connection.read(recordScene), [scene, connection]);
  const objects = changes.objects.filter(isKnown);
  const count = changes.counts.reduce((sum, some) => sum + some.count, 0);
  const revert = (change: KnownChange, then: SceneRecord) => {
    leavePast(store);
    if (attempt((doc) => restoreObjects(doc, then, [change])) === null) return;
    const title = `${toChangeName(change)} reverted`;
    connection.announce(`${title}.`);
    toasts.add({ title, description: `As it was before ${label}. You can undo this.` });
  };
  return (
    <section className="grid gap-2.5">
      <h3 className="font-strong">What changed</h3>
      {count === 0 && changes.settings.length === 0 ? <p className="text-ink-soft">No lasting changes.</p> : null}
      <ChangeList
        label="What changed"
        changes={objects}
        action={(change) =>
          // A conversation has no earlier state to return to.
          canEdit && before !== undefined && change.kind !== "threads" && isDifferent(change, before, now) ? (
            <Button size="small" onClick={() => revert(change, before)}>
              Revert
              <span className="sr-only"> {toChangeName(change)}</span>
            </Button>
          ) : null
        }
      />
      {count > objects.length ? (
        <p className="text-caption text-ink-soft">And {(count - objects.length).toLocaleString("en")} more.</p>
      ) : null}
      {changes.settings.length === 0 ? null : (
        <p className="text-caption text-ink-soft">Settings: {changes.settings.map(toFieldWords).join(", ")}</p>
      )}
    </section>
  );
}

/** A newer server may know more kinds. */
function isKnown(change: ChangedObject): change is KnownChange {
  return (sceneKindNames as readonly string[]).includes(change.kind);
}

function isDifferent({ kind, id }: KnownChange, before: SceneRecord, now: SceneRecord): boolean {
  return compareObjects(kind, id, before.objects[kind].get(id) ?? null, now.objects[kind].get(id) ?? null) !== null;
}
