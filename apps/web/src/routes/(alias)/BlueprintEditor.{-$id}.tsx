import { createFileRoute } from "@tanstack/react-router";
import { BlueprintEditorPage } from "../-blueprint-editor-page.tsx";

export const Route = createFileRoute("/(alias)/BlueprintEditor/{-$id}")({ component: BlueprintEditor });

function BlueprintEditor() {
  return <BlueprintEditorPage id={Route.useParams().id} />;
}
