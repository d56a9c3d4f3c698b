import { findCited, type KnowledgeEntry } from "../knowledge.ts";
import { useConversation } from "../use-conversation.ts";
import { ConnectionBadge } from "./connection-badge.tsx";
import { ConversationPart, useConnection } from "./conversation-part.tsx";
import { KnowledgeResults } from "./knowledge-results.tsx";
import { SpeakToGuide } from "./speak-to-guide.tsx";

/** Written questions to the live AI and its answers, with the anchors they cite. */
export function LiveConversation({ entries }: { readonly entries: readonly KnowledgeEntry[] }) {
  const conversation = useConversation(entries);
  const connection = useConnection(conversation);
  return (
    <section aria-labelledby="conversation" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="conversation" className="text-lead font-strong">
          Ask the guide
        </h2>
        <ConnectionBadge state={connection} />
      </div>
      {conversation === null ? null : <SpeakToGuide conversation={conversation} />}
      <ConversationPart
        conversation={conversation}
        charactersMax={1_000}
        note="Your questions and matching anchors are sent to an external AI service. Answers can be wrong: check the anchors listed below each one."
        renderAnswer={({ state, answer }) => {
          const cited = findCited(entries, answer);
          if (cited.length > 0) return <KnowledgeResults entries={cited} label="Anchors cited in this answer" />;
          return state === "answered" ? <p className="text-ink-soft">This answer cites no anchors.</p> : null;
        }}
      />
    </section>
  );
}
