import type { Blueprint } from "@blueprint/contract/blueprints";
import type { CommentThread } from "@blueprint/scene/comment-thread";
import type { Scene } from "@blueprint/scene/read-scene";
import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { selectAnchor } from "../editor.store.ts";
import { toAnchorName } from "../scene-changes.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";
import { Thread } from "./comments-section.tsx";

/** Every talk of the place, wherever it is held; the open ones first. */
export function CommentsDialog({ blueprint }: { readonly blueprint: Blueprint }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const isOpen = useEditor((state) => state.dialog === "comments");
  const [isAll, setAll] = useState(false);
  const shown = scene.threads.filter(({ resolvedAt }) => isAll || resolvedAt === "");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "comments" : null })}
      title="Comments"
      description="What the team says about this place. Visitors never see it."
      width="wide"
    >
      <div className="grid gap-4">
        <label className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => setAll(event.target.checked)}
            className="size-4 accent-accent"
          />
          Resolved ones, too
        </label>
        {shown.length === 0 ? (
          <p className="text-ink-soft">
            {isAll ? "Nobody has said anything yet." : "Nothing is open."} Select an anchor to comment on it.
          </p>
        ) : null}
        {shown.map((thread) => {
          const name = nameSubject(scene, thread);
          return (
            <section key={thread.id} aria-label={name} className="grid gap-1.5">
              {thread.target === "anchor" && thread.targetId !== null ? (
                <button
                  type="button"
                  onClick={() => {
                    store.setState({ dialog: null });
                    selectAnchor(store, thread.targetId);
                  }}
                  className="min-h-6 justify-self-start font-strong text-accent underline underline-offset-2"
                >
                  {name}
                </button>
              ) : (
                <p className="font-strong">{name}</p>
              )}
              <Thread thread={thread} blueprint={blueprint} subjectName={name} />
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

function nameSubject(scene: Scene, { target, targetId }: CommentThread): string {
  if (target === "anchor") {
    const anchor = scene.anchors.find(({ id }) => id === targetId);
    return anchor === undefined ? "An anchor that is gone" : toAnchorName(anchor);
  }
  if (target === "zone") {
    const zone = scene.zones.find(({ id }) => id === targetId);
    return zone === undefined ? "A zone that is gone" : zone.name || "Unnamed zone";
  }
  return target === "point" ? "A point" : `A ${target}`;
}
