import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Scene } from "@blueprint/scene/read-scene";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, useMemo } from "react";
import { guideQuery } from "../../../lib/live-ai/guide.queries.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { listShownDocuments } from "../documents.ts";
import { type DraftTextKey, draftTexts } from "../draft-texts.ts";
import { listSources } from "../guide-tests.ts";
import type { KnowledgeEntry } from "../knowledge.ts";
import { hasLiveAi } from "../use-conversation.ts";
import { useDraftConversation } from "../use-draft-conversation.ts";
import { DocumentList } from "./document-list.tsx";
import { DraftConversation } from "./draft-conversation.tsx";
import { type DraftText, DraftTextPart } from "./draft-text-part.tsx";
import { GuideTests } from "./guide-tests.tsx";
import { KnowledgeSearch } from "./knowledge-search.tsx";
import { LiveConversation } from "./live-conversation.tsx";
import { SpokenMinutes } from "./spoken-minutes.tsx";
import { TranscriptList, type TranscriptListProps } from "./transcript-list.tsx";
import { VisitorQuestions } from "./visitor-questions.tsx";
import { VoiceAndLanguages, type VoiceAndLanguagesProps } from "./voice-and-languages.tsx";

/** What a blueprint can answer: with live AI if a key is configured, and by plain search everywhere. */
export function AiStudioScreen({
  blueprint,
  mayAsk,
  mayPublish,
  texts,
  manner,
  visitorQuestions,
  transcripts,
  scene,
  isDraftSaved,
}: {
  readonly blueprint: Blueprint;
  readonly mayAsk: boolean;
  readonly mayPublish: boolean;
  /** The draft's texts about its guide; null while loading. */
  readonly texts: Readonly<Record<DraftTextKey, DraftText>> | null;
  /** How the draft's guide speaks; null while loading. */
  readonly manner: VoiceAndLanguagesProps | null;
  /** What happens to unanswered questions; null while loading, and for people who may not see them. */
  readonly visitorQuestions: Omit<ComponentProps<typeof VisitorQuestions>, "blueprintId"> | null;
  /** Whether visitors are asked for their conversations; null like `visitorQuestions`. */
  readonly transcripts: TranscriptListProps | null;
  /** Whether the server has everything that was changed here. */
  readonly isDraftSaved: boolean;
  /** The draft; null while loading. */
  readonly scene: Pick<Scene, "anchors" | "zones" | "tours" | "views"> | null;
}) {
  const { id: blueprintId, name } = blueprint;
  const anchors = scene?.anchors ?? null;
  const entries = useMemo<readonly KnowledgeEntry[] | null>(
    () => anchors?.map(({ id, title, text }, index) => ({ id, title, text, number: index + 1 })) ?? null,
    [anchors],
  );
  const sources = useMemo(() => listSources(scene ?? emptyScene, blueprint), [scene, blueprint]);
  const documents = useMemo(() => listShownDocuments(anchors ?? []), [anchors]);
  const { data: guide } = useQuery(guideQuery);
  const draftConversation = useDraftConversation(blueprintId, mayAsk && guide?.service != null);
  const toPart = (key: DraftTextKey) =>
    texts === null ? null : <DraftTextPart {...draftTexts[key]} {...texts[key]} />;
  const toEditor = (
    <Button asChild>
      <Link to="/blueprint-editor/{-$id}" params={{ id: blueprintId }}>
        Open editor
      </Link>
    </Button>
  );
  return (
    <>
      <title>{`AI studio · ${name}`}</title>
      <PageHead title="AI studio" actions={toEditor}>
        {name}
      </PageHead>
      {hasLiveAi ? null : (
        <div className="mb-6 max-w-3xl">
          <VisitorsNotice />
        </div>
      )}
      {entries === null ? (
        <div className="grid min-h-80 place-items-center text-ink-soft">
          <Spinner label="Loading anchors" />
        </div>
      ) : entries.length === 0 ? (
        <EmptyState title="No anchors yet" action={toEditor}>
          Answers come from this blueprint's anchors. Place your first one in the editor.
        </EmptyState>
      ) : (
        <div className={hasLiveAi ? "grid gap-10 lg:grid-cols-2" : "max-w-3xl"}>
          {hasLiveAi ? <LiveConversation entries={entries} /> : null}
          <div className="grid content-start gap-10">
            {draftConversation === null || !guide?.service ? null : (
              <section aria-labelledby="ask-draft" className="grid content-start gap-4">
                <h2 id="ask-draft" className="text-lead font-strong">
                  Ask the draft
                </h2>
                <DraftConversation conversation={draftConversation} service={guide.service} />
              </section>
            )}
            {guide?.speaks ? <SpokenMinutes blueprintId={blueprintId} mayLimit={mayPublish} /> : null}
            {guide?.service ? toPart("guideInstructions") : null}
            {guide?.service && manner !== null ? (
              <VoiceAndLanguages {...manner} voices={guide.speaks ? guide.voices : []} />
            ) : null}
            {toPart("suggestedQuestions")}
            {toPart("otherWords")}
            {visitorQuestions === null ? null : <VisitorQuestions {...visitorQuestions} blueprintId={blueprintId} />}
            {transcripts === null || !guide?.service ? null : (
              <TranscriptList {...transcripts} blueprintId={blueprintId} name={name} />
            )}
            <GuideTests
              blueprintId={blueprintId}
              mayTest={mayPublish}
              isDraftSaved={isDraftSaved}
              sources={sources}
              service={guide?.service ?? null}
            />
            <KnowledgeSearch entries={entries} />
            {documents.length === 0 ? null : <DocumentList blueprintId={blueprintId} documents={documents} />}
          </div>
        </div>
      )}
    </>
  );
}

const emptyScene = { anchors: [], zones: [], tours: [], views: [] };

/** Without an AI service in the studio itself: what visitors have, and what there is here. */
function VisitorsNotice() {
  const { data } = useQuery(guideQuery);
  if (data === undefined) return null;
  if (data.service === null)
    return (
      <Notice title="No AI service connected">
        You can search everything in this blueprint. To get answers to questions, an operator needs to add an AI key in
        this installation's settings.
      </Notice>
    );
  return (
    <Notice title="Visitors can turn on answers">
      In a published place, {data.service} answers from its texts, and the server checks each answer.
    </Notice>
  );
}
