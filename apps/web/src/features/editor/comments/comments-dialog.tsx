import type { Blueprint } from "@blueprint/contract/blueprints";
import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { selectObjects } from "../editor.store.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";
import { findSubject, nameSubject } from "./comment-subject.ts";
import { ThreadCard } from "./thread-card.tsx";

/** Every thread in the place, open ones first. */
export function CommentsDialog({ blueprint }: { readonly blueprint: Blueprint }) {
  const room = useEditorRoom();
  const { store } = room;
  const { scene } = useDocument();
  const isOpen = useEditor((state) => state.dialog === "comments");
  const [isAll, setAll] = useState(false);
  const shown = scene.threads.filter(({ resolvedAt }) => isAll || resolvedAt === "");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "comments" : null })}
      title="Comments"
      description="Your team's discussion of this place. Visitors never see it."
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
          Show resolved
        </label>
        {shown.length === 0 ? (
          <p className="text-ink-soft">
            {isAll ? "No comments yet." : "No open comments."} Select an item in the outline to comment on it, or press
            C and click a point.
          </p>
        ) : null}
        {shown.map((thread) => {
          const name = nameSubject(scene, thread);
          return (
            <section key={thread.id} aria-label={name} className="grid gap-1.5">
              <button
                type="button"
                onClick={() => {
                  store.setState({ dialog: null });
                  selectObjects(store, [findSubject(scene, thread) ?? { kind: "threads", id: thread.id }]);
                  flyToSelected.run(room);
                }}
                className="min-h-6 justify-self-start font-strong text-accent underline underline-offset-2"
              >
                <span className="sr-only">Go to </span>
                {name}
              </button>
              <ThreadCard thread={thread} blueprint={blueprint} subjectName={name} />
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
