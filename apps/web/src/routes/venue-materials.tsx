import { blueprintIdSchema } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { blueprintsQuery } from "../features/blueprints/blueprints.queries.ts";
import { MaterialsIntro } from "../features/content/components/materials-intro.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { SignsScreen } from "../features/signs/components/signs-screen.tsx";
import { useCurrentTeam } from "../lib/current-team.ts";
import { readableError } from "../lib/readable-error.ts";
import { keepSearch } from "../lib/search-text.ts";
import { useSession } from "../lib/session.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AppLayout } from "./-app-layout.tsx";

/** `blueprint`: the place whose signs are shown. */
const searchSchema = z.object({ blueprint: blueprintIdSchema.optional().catch(undefined) });

export const Route = createFileRoute("/venue-materials")({
  validateSearch: keepSearch(searchSchema),
  component: VenueMaterials,
});

function VenueMaterials() {
  if (useSession().status === "anonymous")
    return (
      <SitePage path="/venue-materials">
        <MaterialsIntro />
      </SitePage>
    );
  return (
    <AppLayout>
      <TeamSigns />
    </AppLayout>
  );
}

function TeamSigns() {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const { blueprint } = searchSchema.parse(Route.useSearch());
  const canSee = roleMay(team.role, "blueprint.see");
  const list = useInfiniteQuery({
    ...blueprintsQuery(team.teamId, { state: "published", search: "" }),
    enabled: canSee,
  });
  if (canSee && list.isPending) return <Skeleton className="h-96" />;
  if (canSee && list.data === undefined)
    return <ErrorPanel message={readableError(list.error)} onRetry={() => void list.refetch()} />;
  return (
    <SignsScreen
      key={team.teamId}
      places={list.data?.pages.flatMap((page) => page.blueprints) ?? []}
      blueprintId={blueprint}
      onPlace={(id) => void navigate({ to: "/venue-materials", search: { blueprint: id }, replace: true })}
      canPublish={roleMay(team.role, "blueprint.publish")}
    />
  );
}
