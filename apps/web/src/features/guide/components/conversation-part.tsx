import { SendHorizontal } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { Conversation, Exchange } from "../../../lib/live-ai/conversation.ts";
import type { LiveState } from "../../../lib/live-ai/live-client.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";

const nothing = { subscribe: () => () => {}, exchanges: [] as readonly Exchange[] };
const closed: LiveState = { connection: "closed", isReady: false, failure: null };

export function useConnection(conversation: Conversation | null): LiveState {
  return useSyncExternalStore(
    conversation?.client.subscribe ?? nothing.subscribe,
    conversation?.client.getState ?? (() => closed),
  );
}

/** Written questions and their answers, oldest first. */
export function ConversationPart({
  conversation,
  charactersMax,
  note,
  renderAnswer,
}: {
  /** Null until it begins. */
  readonly conversation: Conversation | null;
  readonly charactersMax: number;
  /** What is sent where. */
  readonly note: ReactNode;
  /** Everything but the question and its state. */
  readonly renderAnswer: (exchange: Exchange) => ReactNode;
}) {
  const [question, setQuestion] = useState("");
  const exchanges = useSyncExternalStore(
    conversation?.subscribe ?? nothing.subscribe,
    conversation?.getExchanges ?? (() => nothing.exchanges),
  );
  const { failure } = useConnection(conversation);
  return (
    <>
      {failure === null ? null : (
        <Notice
          tone="danger"
          title={failure}
          action={<Button onClick={() => conversation?.connect()}>Reconnect</Button>}
        >
          Your questions are kept here. Unsent ones are sent when you reconnect.
        </Notice>
      )}
      <ol aria-label="Conversation" aria-live="polite" className="grid gap-5 empty:hidden">
        {exchanges.map((exchange) => (
          <ExchangeItem key={exchange.id} exchange={exchange} onAskAgain={() => conversation?.askAgain(exchange.id)}>
            {renderAnswer(exchange)}
          </ExchangeItem>
        ))}
      </ol>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const asked = question.trim();
          if (asked === "" || conversation === null) return;
          conversation.ask(asked);
          setQuestion("");
        }}
      >
        <TextField
          label="Question"
          name="question"
          autoComplete="off"
          maxLength={charactersMax}
          className="min-w-0 flex-1"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" variant="primary">
          <SendHorizontal aria-hidden="true" strokeWidth={1.75} />
          Ask
        </Button>
      </form>
      <p className="text-ink-soft text-pretty">{note}</p>
    </>
  );
}

function ExchangeItem({
  exchange: { question, state, answer },
  onAskAgain,
  children,
}: {
  readonly exchange: Exchange;
  readonly onAskAgain: () => void;
  readonly children: ReactNode;
}) {
  return (
    <li className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 font-strong">
        <span className="min-w-0 break-words">{question === "" ? "Spoken question" : question}</span>
        {state === "speaking" ? <Badge tone="accent">Listening</Badge> : null}
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
      {children}
    </li>
  );
}
