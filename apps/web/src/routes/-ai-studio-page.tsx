import { type BlueprintId, blueprintIdSchema } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import type { SceneSettings } from "@blueprint/scene/scene-settings";
import { editSettings } from "@blueprint/scene/settings-operations";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useSyncExternalStore } from "react";
import { BlueprintMissing } from "../features/editor/components/blueprint-missing.tsx";
import type { DocumentConnection } from "../features/editor/document-connection.ts";
import { blueprintQuery } from "../features/editor/editor.queries.ts";
import { useDocumentConnection } from "../features/editor/use-document-connection.ts";
import { AiStudioScreen } from "../features/guide/components/ai-studio-screen.tsx";
import type { DraftTextKey } from "../features/guide/draft-texts.ts";
import { Protected } from "../features/session/components/protected.tsx";
import { useMe } from "../lib/session.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageSpinner } from "../ui/page-spinner.tsx";
import { AppLayout } from "./-app-layout.tsx";

/** `/blueprints/{id}/ai-studio`: reads the blueprint's live document, so that new anchors are available at once. */
export function AiStudioPage({ id }: { readonly id: string }) {
  const blueprintId = blueprintIdSchema.safeParse(id);
  return (
    <Protected>
      {blueprintId.success ? <Studio key={id} blueprintId={blueprintId.data} /> : <BlueprintMissing />}
    </Protected>
  );
}

function Studio({ blueprintId }: { readonly blueprintId: BlueprintId }) {
  const { data: blueprint, error, refetch } = useQuery(blueprintQuery(blueprintId));
  const session = useDocumentConnection(blueprintId);
  const me = useMe();
  if (blueprint === undefined) {
    if (error === null) return <PageSpinner />;
    return isMissing(error) ? (
      <BlueprintMissing />
    ) : (
      <ErrorPanel message={error.message} onRetry={() => void refetch()} />
    );
  }
  const role = me.teams.find(({ teamId }) => teamId === blueprint.teamId)?.role;
  const mayPublish = role !== undefined && roleMay(role, "blueprint.publish");
  const mayAsk = role !== undefined && roleMay(role, "blueprint.edit");
  const known = { blueprint, mayAsk, mayPublish };
  const maySeeQuestions = role !== undefined && roleMay(role, "answer.see");
  return (
    <AppLayout>
      {session === null ? (
        <AiStudioScreen
          {...known}
          texts={null}
          manner={null}
          visitorQuestions={null}
          transcripts={null}
          scene={null}
          isDraftSaved={false}
        />
      ) : (
        <LoadedStudio {...known} maySeeQuestions={maySeeQuestions} session={session} />
      )}
    </AppLayout>
  );
}

function LoadedStudio({
  session,
  maySeeQuestions,
  ...known
}: { readonly session: DocumentConnection; readonly maySeeQuestions: boolean } & Omit<
  ComponentProps<typeof AiStudioScreen>,
  "scene" | "isDraftSaved" | "texts" | "manner" | "visitorQuestions" | "transcripts"
>) {
  const { isLoaded, scene, end, unsavedCount } = useSyncExternalStore(session.subscribe, session.getState);
  if (end === "not-found") return <BlueprintMissing />;
  const toText = (key: DraftTextKey) => ({
    text: scene.settings[key],
    onSave: known.mayPublish ? (text: string) => void session.edit((doc) => editSettings(doc, { [key]: text })) : null,
  });
  const texts = {
    guideInstructions: toText("guideInstructions"),
    suggestedQuestions: toText("suggestedQuestions"),
    otherWords: toText("otherWords"),
  };
  const manner = {
    voice: scene.settings.guideVoice,
    languages: scene.settings.guideLanguages,
    onSave: known.mayPublish
      ? (change: Partial<SceneSettings>) => void session.edit((doc) => editSettings(doc, change))
      : null,
  };
  const transcripts =
    isLoaded && maySeeQuestions
      ? {
          areAskedFor: scene.settings.transcripts === "ask",
          onAsk: known.mayPublish
            ? (ask: boolean) => void session.edit((doc) => editSettings(doc, { transcripts: ask ? "ask" : "forget" }))
            : null,
        }
      : null;
  const visitorQuestions =
    isLoaded && maySeeQuestions
      ? {
          areKept: scene.settings.unansweredQuestions === "keep",
          onKeep: known.mayPublish
            ? (keep: boolean) =>
                void session.edit((doc) => editSettings(doc, { unansweredQuestions: keep ? "keep" : "forget" }))
            : null,
        }
      : null;
  return (
    <AiStudioScreen
      {...known}
      texts={isLoaded ? texts : null}
      transcripts={transcripts}
      manner={isLoaded ? manner : null}
      visitorQuestions={visitorQuestions}
      scene={isLoaded ? scene : null}
      isDraftSaved={unsavedCount === 0}
    />
  );
}

function isMissing(error: Error): boolean {
  return "status" in error && (error.status === 404 || error.status === 403);
}
