import { createFileRoute } from "@tanstack/react-router";
import { AiStudioPage } from "./-ai-studio-page.tsx";

export const Route = createFileRoute("/blueprints/$id/ai-studio")({ component: AiStudio });

function AiStudio() {
  return <AiStudioPage id={Route.useParams().id} />;
}
