import type { Blueprint } from "@blueprint/contract/blueprints";
import { useEffect, useId } from "react";
import { useDocument, useEditor, useEditorRoom, useMayComment } from "../use-editor-room.ts";
import { CommentForm } from "./comment-form.tsx";
import type { CommentSubject } from "./comment-subject.ts";
import { ThreadCard } from "./thread-card.tsx";

/** Comments on one object: open threads first, then a field for a new one. */
export function CommentsSection({
  blueprint,
  subject,
}: {
  readonly blueprint: Blueprint;
  readonly subject: CommentSubject;
}) {
  const headingId = useId();
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const mayComment = useMayComment();
  const isWanted = useEditor((state) => state.isCommentWanted);
  useEffect(() => {
    // Only once: selecting the next object doesn't ask for a comment.
    if (isWanted) store.setState({ isCommentWanted: false });
  }, [isWanted, store]);
  const threads = scene.threads.filter(
    ({ target, targetId }) => target === subject.target && targetId === subject.targetId,
  );
  if (threads.length === 0 && !mayComment) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-3 border-t border-hairline pt-4">
      <h3 id={headingId} className="font-strong">
        Comments
      </h3>
      {threads.map((thread) => (
        <ThreadCard key={thread.id} thread={thread} blueprint={blueprint} subjectName={subject.name} />
      ))}
      {mayComment ? <CommentForm blueprint={blueprint} subject={subject} thread={null} isWanted={isWanted} /> : null}
    </section>
  );
}
