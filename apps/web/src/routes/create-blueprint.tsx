import { createFileRoute } from "@tanstack/react-router";
import { AppLayout } from "./-app-layout.tsx";
import { CreateBlueprintScreen } from "./-create-blueprint-screen.tsx";

export const Route = createFileRoute("/create-blueprint")({ component: CreateBlueprint });

function CreateBlueprint() {
  return (
    <AppLayout>
      <CreateBlueprintScreen />
    </AppLayout>
  );
}
