import type { Blueprint } from "@blueprint/contract/blueprints";
import type { CommentThread } from "@blueprint/scene/comment-thread";
import type { Scene } from "@blueprint/scene/read-scene";
import { type CommentPoint, selectObjects } from "../editor.store.ts";
import { toThreadName } from "../object-names.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { CommentForm } from "./comment-form.tsx";
import { findSubject, nameSubject } from "./comment-subject.ts";
import { ThreadCard } from "./thread-card.tsx";

/** The thread selected in the 3D view or the outline, with a link to its subject. */
export function CommentInspector({
  thread,
  blueprint,
}: {
  readonly thread: CommentThread;
  readonly blueprint: Blueprint;
}) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const subject = findSubject(scene, thread);
  return (
    <div className="grid content-start">
      <ObjectHead kind="Comment" name={toThreadName(thread)} />
      <div className="grid gap-4 p-4">
        {subject === null ? (
          <p className="text-ink-soft">{describePlace(scene, thread)}</p>
        ) : (
          <p className="text-ink-soft">
            About{" "}
            <button
              type="button"
              onClick={() => selectObjects(store, [subject])}
              className="min-h-6 text-accent underline underline-offset-2"
            >
              {nameSubject(scene, thread)}
            </button>
          </p>
        )}
        <ThreadCard key={thread.id} thread={thread} blueprint={blueprint} subjectName={nameSubject(scene, thread)} />
        {canEdit ? (
          <div className="flex justify-end border-t border-hairline pt-4">
            <DeleteSelected />
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** A new comment on a point of the place. */
export function NewPointComment({ at, blueprint }: { readonly at: CommentPoint; readonly blueprint: Blueprint }) {
  const { store, getScene } = useEditorRoom();
  return (
    <div className="grid content-start">
      <ObjectHead kind="New comment" name="A point" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape in the field inside leaves it, with nothing said. */}
      <div
        className="grid gap-4 p-4"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          selectObjects(store, []);
          getScene()?.focus();
        }}
      >
        <p className="text-ink-soft text-pretty">
          On the point at{" "}
          <span className="font-mono text-caption">{at.position.map((metres) => metres.toFixed(2)).join(", ")} m</span>.
          Only your team sees this.
        </p>
        <CommentForm
          blueprint={blueprint}
          subject={{ target: "point", targetId: null, position: at.position, floor: at.floor, name: "A point" }}
          thread={null}
          isWanted
          onBegun={(id) => selectObjects(store, [{ kind: "threads", id }])}
        />
      </div>
    </div>
  );
}

function describePlace(scene: Scene, thread: CommentThread): string {
  const [x, y, z] = thread.position;
  const place = `at ${[x, y, z].map((metres) => metres.toFixed(2)).join(", ")} m`;
  return thread.target === "point" ? `About the point ${place}.` : `${nameSubject(scene, thread)}, ${place}.`;
}
