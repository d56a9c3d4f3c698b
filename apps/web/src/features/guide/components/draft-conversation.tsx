import type { GuideState } from "@blueprint/contract/conversations";
import { type FoundPassage, type KnowledgeKind, questionCharactersMax } from "@blueprint/contract/guide";
import type { Conversation } from "../../../lib/live-ai/conversation.ts";
import { Button } from "../../../ui/button.tsx";
import { ConversationPart } from "./conversation-part.tsx";

/** Shows what a passage is about; null where there is nothing to show. */
export type ShowPassage = (found: FoundPassage) => (() => void) | null;

const unanswered: Readonly<Record<Exclude<GuideState, "answered">, string>> = {
  unknown: "The guide doesn't know that. Visitors would see what was found.",
  busy: "Too many questions in a short time. Ask again in a minute.",
  unavailable: "The AI service gave no answer.",
  unheard: "The question wasn't understood.",
  interrupted: "Another question came before the answer.",
  "no-minutes": "The team has used its guide minutes for this month.",
};

const kinds: Readonly<Record<KnowledgeKind, string>> = {
  place: "Description",
  hours: "Opening hours",
  fact: "Fact",
  storey: "Storey",
  tour: "Tour",
  zone: "Zone",
  view: "View",
  anchor: "Anchor",
  document: "Document",
};

/** Questions about the draft, answered as visitors would hear it once it is published. */
export function DraftConversation({
  conversation,
  service,
  show,
}: {
  readonly conversation: Conversation | null;
  /** Host of the AI service. */
  readonly service: string;
  /** Left out where nothing can be shown. */
  readonly show?: ShowPassage;
}) {
  return (
    <ConversationPart
      conversation={conversation}
      charactersMax={questionCharactersMax}
      note={`Questions, and the texts of the draft that match them, are sent to ${service}. They aren't counted as visitors' questions.`}
      renderAnswer={({ guide }) => {
        if (guide === undefined) return null;
        const isAnswered = guide.state === "answered";
        return (
          <>
            {isAnswered ? null : <p className="text-ink-soft">{unanswered[guide.state]}</p>}
            <Passages
              label={isAnswered ? "Sources" : "What was found"}
              found={isAnswered ? guide.sources : guide.found}
              show={show}
            />
          </>
        );
      }}
    />
  );
}

function Passages({
  label,
  found,
  show,
}: {
  readonly label: string;
  readonly found: readonly FoundPassage[];
  readonly show: ShowPassage | undefined;
}) {
  if (found.length === 0) return null;
  return (
    <ol aria-label={label} className="grid divide-y divide-hairline border-y border-hairline">
      {found.map((one) => {
        const { kind, id, title, page, text } = one;
        const run = show?.(one) ?? null;
        const name = title === "" ? "Untitled" : title;
        return (
          <li key={`${kind} ${id} ${page ?? ""}`} className="grid gap-1 py-2.5">
            <p className="text-caption text-ink-soft">
              {kinds[kind]}
              {page === undefined ? "" : `, page ${page}`}
            </p>
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="min-w-0 font-strong break-words">{name}</h3>
              {run === null ? null : (
                <Button size="small" aria-label={`Show ${name}`} onClick={run}>
                  Show
                </Button>
              )}
            </div>
            {text === "" ? null : <p className="line-clamp-4 break-words whitespace-pre-line text-pretty">{text}</p>}
          </li>
        );
      })}
    </ol>
  );
}
