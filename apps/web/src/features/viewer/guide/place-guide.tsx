import { type FoundPassage, questionCharactersMax } from "@blueprint/contract/guide";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Search, SendHorizontal } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Conversation, Exchange } from "../../../lib/live-ai/conversation.ts";
import { guideQuery } from "../../../lib/live-ai/guide.queries.ts";
import { startRelayedConversation } from "../../../lib/live-ai/relay.ts";
import { useGuideTexts } from "../../../lib/visitor-texts/guide-wording.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";
import { ConversationAnswers } from "./conversation-answers.tsx";
import type { FindRoute } from "./found-list.tsx";
import { SearchAnswers } from "./search-answers.tsx";
import { getTicket, searchPlaceQuery } from "./search-place.queries.ts";
import { listSuggestions } from "./suggestions.ts";
import { TranscriptChoice } from "./transcript-choice.tsx";
import { VoiceControls } from "./voice-controls.tsx";

/** How to get from an answer to what it is about; null where it can't be shown. */
export type FindWay = (found: FoundPassage) => (() => void) | null;
/** The same, for a screen that also says by its name what is shown. */
export type ShowFound = (found: FoundPassage) => ((name: string) => void) | null;

const subscribeToNothing = () => () => {};
const nothing: readonly Exchange[] = [];
const listNothing = () => nothing;

/**
 * Questions to a place. Its own texts answer them; where the installation has an AI service and the visitor turns it on,
 * in the service's words.
 */
export function PlaceGuide({
  blueprint,
  eyes,
  question,
  onQuestion,
  conversation,
  onConversation,
  findWay,
  findRoute,
  takesFocus,
  startsTours = false,
  showsByItself = false,
}: {
  readonly blueprint: SpokenBlueprint;
  readonly eyes: PlaceEyes;
  /** The one searched for; empty before the first. */
  readonly question: string;
  readonly onQuestion: (question: string) => void;
  /** Null until the visitor turns answers on. */
  readonly conversation: Conversation | null;
  readonly onConversation: (conversation: Conversation | null) => void;
  readonly findWay: FindWay;
  /** Left out if there is no floor to walk on. */
  readonly findRoute?: FindRoute | undefined;
  /** The field gets the focus when the guide opens. */
  readonly takesFocus: boolean;
  /** Where tours play; elsewhere they are read. */
  readonly startsTours?: boolean;
  /** Whether an answer may show by itself what it is about. */
  readonly showsByItself?: boolean;
}) {
  const t = useGuideTexts();
  const wording = useWording();
  const queries = useQueryClient();
  const { data: guide } = useQuery(guideQuery);
  const service = guide?.service ?? null;
  const speaks = guide?.speaks ?? false;
  const [typed, setTyped] = useState(conversation === null ? question : "");
  const [shown, setShown] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) fieldRef.current?.focus();
  }, [takesFocus]);
  const ask = (next: string) => {
    setShown("");
    if (conversation !== null) {
      if (next !== "") conversation.ask(next);
      setTyped("");
      return;
    }
    setTyped(next);
    // The same question again is a retry.
    if (next === question)
      void queries.refetchQueries({ ...searchPlaceQuery(blueprint.slug, eyes, next), type: "active" });
    else onQuestion(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ask(typed.trim());
  };
  const turnOn = () => {
    const started = startRelayedConversation(() => getTicket(blueprint.slug, eyes));
    onConversation(started);
    setShown("");
    setTyped("");
    if (question !== "") started.ask(question);
    fieldRef.current?.focus();
  };
  const turnOff = () => {
    setKept(false);
    conversation?.close();
    onConversation(null);
    onQuestion("");
    setShown("");
  };
  const showFound = useCallback<ShowFound>(
    (found) => {
      const go = findWay(found);
      if (go === null) return null;
      return (name) => {
        go();
        setShown(name);
      };
    },
    [findWay],
  );
  const exchanges = useSyncExternalStore(
    conversation?.subscribe ?? subscribeToNothing,
    conversation?.getExchanges ?? listNothing,
  );
  const hasAsked = conversation === null ? question !== "" : exchanges.length > 0;
  const { keepsQuestions = false, asksForTranscripts = false } = blueprint.scene;
  const [isKept, setKept] = useState(conversation?.transcriptId != null);
  const { openingHours, facts = [] } = blueprint;
  const details = [
    ...(openingHours === undefined ? [] : [wording.t("list.openingHours")]),
    ...facts.map(({ label }) => label),
  ];
  const suggestions = hasAsked ? [] : listSuggestions(blueprint.scene, details);
  const Icon = conversation === null ? Search : SendHorizontal;
  return (
    <div className="grid content-start gap-4 p-4">
      <search>
        <form onSubmit={onSubmit} className="flex items-end gap-2">
          <TextField
            ref={fieldRef}
            label={t("question")}
            type="search"
            name="question"
            autoComplete="off"
            enterKeyHint={conversation === null ? "search" : "send"}
            maxLength={questionCharactersMax}
            className="min-w-0 flex-1"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="primary" aria-label={t("ask")} className="w-9 px-0 pointer-coarse:w-11">
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </Button>
        </form>
      </search>
      {conversation !== null && service !== null && speaks ? (
        <VoiceControls conversation={conversation} service={service} />
      ) : null}
      {suggestions.length === 0 ? null : (
        <section aria-label={t("suggestions")} className="grid justify-items-start gap-2">
          <h3 className="text-caption text-ink-soft">{t("suggestions")}</h3>
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              className="h-auto min-h-9 max-w-full py-1.5 text-left whitespace-normal"
              onClick={() => ask(suggestion)}
            >
              {suggestion}
            </Button>
          ))}
        </section>
      )}
      {conversation === null ? (
        <SearchAnswers
          blueprint={blueprint}
          eyes={eyes}
          question={question}
          shown={shown}
          startsTours={startsTours}
          findWay={showFound}
          findRoute={findRoute}
        />
      ) : (
        <ConversationAnswers
          conversation={conversation}
          exchanges={exchanges}
          scene={blueprint.scene}
          shown={shown}
          startsTours={startsTours}
          showsByItself={showsByItself}
          findWay={showFound}
          findRoute={findRoute}
        />
      )}
      {conversation !== null || service === null ? null : (
        <section
          aria-labelledby="guide-offer"
          className="grid justify-items-start gap-2 rounded-sharp border border-hairline bg-sunken px-3.5 py-3"
        >
          <h3 id="guide-offer" className="font-strong">
            {t("offer.heading")}
          </h3>
          <p className="break-words text-pretty">{t("offer.text", { service })}</p>
          <Button onClick={turnOn}>{t("offer.turnOn")}</Button>
        </section>
      )}
      {conversation === null ? (
        <p className="text-caption text-pretty text-ink-soft">{t(keepsQuestions ? "privacyKept" : "privacy")}</p>
      ) : (
        <div className="grid justify-items-start gap-2">
          {asksForTranscripts ? (
            <TranscriptChoice slug={blueprint.slug} conversation={conversation} onChange={setKept} />
          ) : null}
          <p className="text-caption break-words text-pretty text-ink-soft">
            {t(`conversation.${isKept ? "privacySent" : keepsQuestions ? "privacyKept" : "privacy"}`, {
              service: service ?? "",
            })}
          </p>
          <Button size="small" onClick={turnOff}>
            {t("conversation.turnOff")}
          </Button>
        </div>
      )}
    </div>
  );
}
