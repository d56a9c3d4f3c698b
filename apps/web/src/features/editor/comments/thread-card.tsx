import type { Blueprint } from "@blueprint/contract/blueprints";
import { removeComment, resolveThread } from "@blueprint/scene/comment-operations";
import type { CommentThread } from "@blueprint/scene/comment-thread";
import { Check, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useEditorRoom, useMayComment } from "../use-editor-room.ts";
import { CommentForm } from "./comment-form.tsx";
import { useAuthorNames } from "./use-author-names.ts";

/** One thread, starting with its first comment. */
export function ThreadCard({
  thread,
  blueprint,
  subjectName,
}: {
  readonly thread: CommentThread;
  readonly blueprint: Blueprint;
  readonly subjectName: string;
}) {
  const { connection, userId, attempt } = useEditorRoom();
  const mayComment = useMayComment();
  const nameOf = useAuthorNames(blueprint);
  const isResolved = thread.resolvedAt !== "";
  const [isOpen, setOpen] = useState(!isResolved);
  const settle = () => {
    const by = isResolved ? null : { by: userId, at: new Date().toISOString() };
    if (attempt((doc) => resolveThread(doc, thread.id, by)) === null) return;
    connection.announce(isResolved ? "Comment reopened." : "Comment resolved.");
    setOpen(isResolved);
  };
  const { target, targetId, position, floor } = thread;
  return (
    <article className="grid gap-2 rounded-sharp border border-hairline p-2.5">
      <div className="flex items-center justify-between gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 text-caption text-ink-soft underline-offset-2 hover:underline"
        >
          {isResolved ? "Resolved" : "Open"},{" "}
          {thread.comments.length === 1 ? "1 comment" : `${thread.comments.length} comments`}
        </button>
        {mayComment ? (
          <IconButton
            label={isResolved ? "Reopen" : "Resolve"}
            icon={isResolved ? RotateCcw : Check}
            size="small"
            onClick={settle}
          />
        ) : null}
      </div>
      {isOpen ? (
        <>
          <ol aria-live="polite" className="grid gap-2.5">
            {thread.comments.map(({ id, author, at, text }) => (
              <li key={id} className="grid gap-0.5">
                <span className="flex items-center justify-between gap-2 text-caption">
                  <span>
                    <strong className="font-strong">{nameOf(author)}</strong>{" "}
                    <time dateTime={at} className="text-ink-soft">
                      {Number.isNaN(Date.parse(at)) ? "" : formatDateTime(at)}
                    </time>
                  </span>
                  {mayComment && author === userId ? (
                    <IconButton
                      label="Delete comment"
                      icon={Trash2}
                      size="small"
                      onClick={() => attempt((doc) => removeComment(doc, thread.id, id))}
                    />
                  ) : null}
                </span>
                <p className="break-words whitespace-pre-line">{text}</p>
              </li>
            ))}
          </ol>
          {mayComment && !isResolved ? (
            <CommentForm
              blueprint={blueprint}
              subject={{ target, targetId, position, floor, name: subjectName }}
              thread={thread.id}
            />
          ) : null}
        </>
      ) : null}
    </article>
  );
}
