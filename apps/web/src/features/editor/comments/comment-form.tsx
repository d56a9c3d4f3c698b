import type { Blueprint } from "@blueprint/contract/blueprints";
import { addComment, addThread } from "@blueprint/scene/comment-operations";
import { commentCharactersMax } from "@blueprint/scene/comment-thread";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useEditorRoom } from "../use-editor-room.ts";
import type { CommentSubject } from "./comment-subject.ts";
import { membersQuery, useNotifyMentions } from "./comments.queries.ts";
import { completeName, findMentions, offerNames } from "./mentions.ts";

/** A field for a new comment, or for a reply. */
export function CommentForm({
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
  const { connection, userId, attempt } = useEditorRoom();
  const { data: members = [] } = useQuery(membersQuery(blueprint.teamId));
  const notify = useNotifyMentions(blueprint.id);
  const [text, setText] = useState("");
  const textRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isWanted) textRef.current?.focus();
  }, [isWanted]);
  const others = members.filter((member) => member.userId !== userId);
  const offered = offerNames(text, others);
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
    const added = attempt((doc) => {
      if (thread === null) addThread(doc, begun, about, comment);
      else addComment(doc, thread, comment);
    });
    if (added === null) return;
    setText("");
    connection.announce("Comment added.");
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
          {offered.map(({ userId: id, name }) => (
            <li key={id}>
              <Button size="small" onClick={() => setText(completeName(text, name))}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {notify.error === null ? null : (
        <Notice tone="attention">Your comment was saved, but no email was sent: {readableError(notify.error)}</Notice>
      )}
      <Button type="submit" size="small" className="justify-self-start" disabled={text.trim() === ""}>
        {thread === null ? "Comment" : "Reply"}
      </Button>
    </form>
  );
}
