import { roleMay } from "@blueprint/contract/roles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { blueprintsQuery } from "../features/blueprints/blueprints.queries.ts";
import { MaterialsIntro } from "../features/content/components/materials-intro.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { MaterialsScreen } from "../features/materials/components/materials-screen.tsx";
import { useCurrentTeam } from "../lib/current-team.ts";
import { readableError } from "../lib/readable-error.ts";
import { useSession } from "../lib/session.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AppLayout } from "./-app-layout.tsx";

export const Route = createFileRoute("/venue-materials")({ component: VenueMaterials });

function VenueMaterials() {
  if (useSession().status === "anonymous")
    return (
      <SitePage path="/venue-materials">
        <MaterialsIntro />
      </SitePage>
    );
  return (
    <AppLayout>
      <TeamMaterials />
    </AppLayout>
  );
}

function TeamMaterials() {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  const list = useInfiniteQuery({
    ...blueprintsQuery(team.teamId, { state: "published", search: "" }),
    enabled: canSee,
  });
  if (!canSee) return <MaterialsScreen places={[]} />;
  if (list.isPending) return <Skeleton className="h-96" />;
  if (list.data === undefined)
    return <ErrorPanel message={readableError(list.error)} onRetry={() => void list.refetch()} />;
  return <MaterialsScreen key={team.teamId} places={list.data.pages.flatMap((page) => page.blueprints)} />;
}
