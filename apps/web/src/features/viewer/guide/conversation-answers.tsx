import type { FoundPassage } from "@blueprint/contract/guide";
import { useEffect, useSyncExternalStore } from "react";
import type { Conversation, Exchange } from "../../../lib/live-ai/conversation.ts";
import { useGuideTexts } from "../../../lib/visitor-texts/guide-wording.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import { type FindRoute, FoundList } from "./found-list.tsx";
import type { ShowFound } from "./place-guide.tsx";
import { sayWhy } from "./say-why.ts";

/** The newest question whose answer has moved the scene by itself: coming back to the panel moves it no second time. */
const shownOf = new WeakMap<Conversation, number>();

/** A visitor's questions and the guide's answers, newest first. */
export function ConversationAnswers({
  conversation,
  exchanges,
  scene,
  shown,
  startsTours,
  showsByItself,
  findWay,
  findRoute,
}: {
  readonly conversation: Conversation;
  readonly exchanges: readonly Exchange[];
  readonly scene: SpokenBlueprint["scene"];
  /** Name of what was shown last; empty for nothing. */
  readonly shown: string;
  readonly startsTours: boolean;
  /** Whether an answer may move the scene. */
  readonly showsByItself: boolean;
  readonly findWay: ShowFound;
  readonly findRoute: FindRoute | undefined;
}) {
  const t = useGuideTexts();
  const connection = useSyncExternalStore(conversation.client.subscribe, conversation.client.getState);
  const newest = exchanges.at(-1);
  useEffect(() => {
    if (!showsByItself || newest?.guide?.state !== "answered" || newest.guide.show === undefined) return;
    if ((shownOf.get(conversation) ?? 0) >= newest.id) return;
    shownOf.set(conversation, newest.id);
    const { show, isWay } = newest.guide;
    const go = (isWay ? findRoute?.(show) : null) ?? findWay(show);
    go?.(show.title);
  }, [conversation, newest, showsByItself, findWay, findRoute]);
  const isWaitingForConnection =
    connection.failure !== null && !conversation.isReconnecting && exchanges.some(({ state }) => state === "unsent");
  return (
    <>
      <p role="status" className="text-caption text-ink-soft empty:hidden">
        {shown === "" ? null : t("shown", { name: shown })}
      </p>
      {isWaitingForConnection ? (
        <Notice
          tone="danger"
          action={<Button onClick={() => conversation.connect()}>{t("conversation.reconnect")}</Button>}
        >
          {t("conversation.unreachable")}
        </Notice>
      ) : null}
      {exchanges.length === 0 ? null : (
        <ol
          aria-label={t("conversation.heading")}
          aria-live="polite"
          className="grid divide-y divide-hairline border-t border-hairline"
        >
          {exchanges.toReversed().map((exchange) => (
            <ExchangeItem
              key={exchange.id}
              exchange={exchange}
              scene={scene}
              startsTours={startsTours}
              findWay={findWay}
              findRoute={findRoute}
              onAskAgain={conversation.canAskAgain(exchange) ? () => conversation.askAgain(exchange.id) : null}
            />
          ))}
        </ol>
      )}
    </>
  );
}

function ExchangeItem({
  exchange,
  scene,
  startsTours,
  findWay,
  findRoute,
  onAskAgain,
}: {
  readonly exchange: Exchange;
  readonly scene: SpokenBlueprint["scene"];
  readonly startsTours: boolean;
  readonly findWay: ShowFound;
  readonly findRoute: FindRoute | undefined;
  /** Null where there is nothing to ask again. */
  readonly onAskAgain: (() => void) | null;
}) {
  const t = useGuideTexts();
  const { question, isSpoken, state, answer, guide } = exchange;
  const quote = (label: string, found: readonly FoundPassage[]) => (
    <FoundList
      label={label}
      found={found}
      scene={scene}
      startsTours={startsTours}
      findWay={findWay}
      findRoute={findRoute}
    />
  );
  return (
    // The line below an exchange is enough.
    <li className="grid gap-2 py-3 [&>ol]:border-b-0 [&>ol]:-mb-3">
      {/* What is understood of a spoken question changes with every word. */}
      <h3 aria-live={isSpoken ? "off" : undefined} className="flex flex-wrap items-center gap-2 text-ink-soft">
        <span className="min-w-0 break-words">{question === "" ? t("voice.spoken") : question}</span>
        {state === "speaking" ? <Badge tone="accent">{t("voice.speaking")}</Badge> : null}
        {state === "unsent" ? <Badge tone="attention">{t("conversation.unsent")}</Badge> : null}
      </h3>
      {state === "sent" ? <p className="text-ink-soft">{t("conversation.waiting")}</p> : null}
      {exchange.isCut ? <p className="text-caption text-ink-soft">{t("voice.cut")}</p> : null}
      {state === "unanswered" ? <p className="text-ink-soft">{t("conversation.lost")}</p> : null}
      {guide?.state === "answered" ? (
        <>
          <p className="break-words whitespace-pre-line text-pretty">{answer}</p>
          <h4 className="text-caption text-ink-soft">{t("conversation.sources")}</h4>
          {quote(t("conversation.sources"), guide.sources)}
        </>
      ) : guide === undefined ? null : (
        <>
          <p className="text-pretty">{t(sayWhy(guide.state, guide.found.length > 0))}</p>
          {quote(t("conversation.found"), guide.found)}
        </>
      )}
      {onAskAgain === null ? null : (
        <Button size="small" className="justify-self-start" onClick={onAskAgain}>
          {t(isSpoken ? "conversation.send" : "conversation.askAgain")}
        </Button>
      )}
    </li>
  );
}
