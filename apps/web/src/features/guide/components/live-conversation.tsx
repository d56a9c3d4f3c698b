import { SendHorizontal } from "lucide-react";
import { useState } from "react";
import type { Exchange } from "../../../lib/live-ai/conversation.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { findCited, type KnowledgeEntry } from "../knowledge.ts";
import { useConversation } from "../use-conversation.ts";
import { ConnectionBadge } from "./connection-badge.tsx";
import { KnowledgeResults } from "./knowledge-results.tsx";

/** Written questions to the live AI and its answers, with the anchors they cite. */
export function LiveConversation({ entries }: { readonly entries: readonly KnowledgeEntry[] }) {
  const { conversation, exchanges, connection } = useConversation(entries);
  const [question, setQuestion] = useState("");
  const ask = () => {
    const asked = question.trim();
    if (asked === "" || conversation === null) return;
    conversation.ask(asked);
    setQuestion("");
  };
  return (
    <section aria-labelledby="conversation" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="conversation" className="text-lead font-strong">
          Ask the guide
        </h2>
        <ConnectionBadge state={connection} />
      </div>
      {connection.failure === null ? null : (
        <Notice
          tone="danger"
          title={connection.failure}
          action={<Button onClick={() => conversation?.connect()}>Reconnect</Button>}
        >
          Your questions are kept here. Unsent ones are sent when you reconnect.
        </Notice>
      )}
      <ol aria-label="Conversation" aria-live="polite" className="grid gap-5">
        {exchanges.map((exchange) => (
          <ExchangeItem
            key={exchange.id}
            exchange={exchange}
            entries={entries}
            onAskAgain={() => conversation?.askAgain(exchange.id)}
          />
        ))}
      </ol>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextField
          label="Question"
          name="question"
          autoComplete="off"
          maxLength={1_000}
          className="min-w-0 flex-1"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" variant="primary">
          <SendHorizontal aria-hidden="true" strokeWidth={1.75} />
          Ask
        </Button>
      </form>
      <p className="text-ink-soft text-pretty">
        Your questions and matching anchors are sent to an external AI service. Answers can be wrong: check the anchors
        listed below each one.
      </p>
    </section>
  );
}

function ExchangeItem({
  exchange: { question, state, answer },
  entries,
  onAskAgain,
}: {
  readonly exchange: Exchange;
  readonly entries: readonly KnowledgeEntry[];
  readonly onAskAgain: () => void;
}) {
  const cited = findCited(entries, answer);
  return (
    <li className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 font-strong">
        <span className="min-w-0 break-words">{question}</span>
        {state === "unsent" ? <Badge tone="attention">Not sent yet</Badge> : null}
      </p>
      {answer === "" ? null : <p className="break-words whitespace-pre-line">{answer}</p>}
      {state === "sent" && answer === "" ? <p className="text-ink-soft">Waiting for the answer…</p> : null}
      {state === "unanswered" ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-ink-soft">The connection was lost before the full answer arrived.</p>
          <Button size="small" onClick={onAskAgain}>
            Ask again
          </Button>
        </div>
      ) : null}
      {cited.length === 0 ? null : <KnowledgeResults entries={cited} label="Anchors cited in this answer" />}
      {state === "answered" && cited.length === 0 ? (
        <p className="text-ink-soft">This answer cites no anchors.</p>
      ) : null}
    </li>
  );
}
