import type { Blueprint } from "@blueprint/contract/blueprints";
import { addComment, addThread, removeComment, resolveThread } from "@blueprint/scene/comment-operations";
import { type CommentThread, commentCharactersMax } from "@blueprint/scene/comment-thread";
import { useQuery } from "@tanstack/react-query";
import { Check, RotateCcw, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { attemptStep } from "../attempt-change.ts";
import { useDocument, useEditor, useEditorRoom, useMayComment } from "../use-editor-room.ts";
import type { CommentSubject } from "./comment-subject.ts";
import { membersQuery, useNotifyMentions } from "./comments.queries.ts";
import { findMentions, findTypedName } from "./mentions.ts";
import { useAuthorNames } from "./use-author-names.ts";

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
        <Thread key={thread.id} thread={thread} blueprint={blueprint} subjectName={subject.name} />
      ))}
      {mayComment ? <NewComment blueprint={blueprint} subject={subject} thread={null} isWanted={isWanted} /> : null}
    </section>
  );
}

/** One thread, starting with its first comment. */
export function Thread({
  thread,
  blueprint,
  subjectName,
}: {
  readonly thread: CommentThread;
  readonly blueprint: Blueprint;
  readonly subjectName: string;
}) {
  const { session, userId } = useEditorRoom();
  const mayComment = useMayComment();
  const nameOf = useAuthorNames(blueprint);
  const isResolved = thread.resolvedAt !== "";
  const [isOpen, setOpen] = useState(!isResolved);
  const settle = () => {
    session.endStep();
    resolveThread(session.doc, thread.id, isResolved ? null : { by: userId, at: new Date().toISOString() });
    session.endStep();
    session.announce(isResolved ? "Comment reopened." : "Comment resolved.");
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
                      onClick={() => removeComment(session.doc, thread.id, id)}
                    />
                  ) : null}
                </span>
                <p className="break-words whitespace-pre-line">{text}</p>
              </li>
            ))}
          </ol>
          {mayComment && !isResolved ? (
            <NewComment
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

/** Comment field. */
export function NewComment({
  blueprint,
  subject,
  thread,
  isWanted = false,
  onBegun,
}: {
  readonly blueprint: Blueprint;
  readonly subject: CommentSubject;
  /** Null for a new thread. */
  readonly thread: string | null;
  /** Takes the focus because the user just asked to comment. */
  readonly isWanted?: boolean;
  /** Called with the id of the new thread. */
  readonly onBegun?: (threadId: string) => void;
}) {
  const { session, userId } = useEditorRoom();
  const { data: members = [] } = useQuery(membersQuery(blueprint.teamId));
  const notify = useNotifyMentions(blueprint.id);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isWanted) textRef.current?.focus();
  }, [isWanted]);
  const others = members.filter((member) => member.userId !== userId);
  const typed = findTypedName(text);
  const offered =
    typed === null
      ? []
      : others.filter(({ name }) => name.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()) && name !== typed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const mentions = findMentions(text, others);
    const comment = {
      id: crypto.randomUUID(),
      author: userId,
      at: new Date().toISOString(),
      text: text.trim(),
      mentions,
    };
    const { name, ...about } = subject;
    const begun = crypto.randomUUID();
    const refusal = attemptStep(session, () => {
      if (thread === null) addThread(session.doc, begun, about, comment);
      else addComment(session.doc, thread, comment);
    });
    setProblem(refusal);
    if (refusal !== null) return;
    setText("");
    session.announce("Comment added.");
    if (mentions.length > 0) notify.mutate({ userIds: mentions, subject: name, text: comment.text });
    if (thread === null) onBegun?.(begun);
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-2">
      <TextArea
        ref={textRef}
        label={thread === null ? "New comment" : "Reply"}
        rows={2}
        maxLength={commentCharactersMax}
        placeholder="Type @ to mention a teammate"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {offered.length === 0 ? null : (
        <ul aria-label="People to mention" className="flex flex-wrap gap-1.5">
          {offered.slice(0, 6).map(({ userId: id, name }) => (
            <li key={id}>
              <Button
                size="small"
                onClick={() => setText(`${text.slice(0, text.length - (typed ?? "").length)}${name} `)}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      {notify.error === null ? null : (
        <Notice tone="attention">Your comment was saved, but no email was sent: {readableError(notify.error)}</Notice>
      )}
      <Button type="submit" size="small" className="justify-self-start" disabled={text.trim() === ""}>
        {thread === null ? "Comment" : "Reply"}
      </Button>
    </form>
  );
}
