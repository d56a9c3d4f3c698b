import { type BlueprintId, blueprintIdSchema } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { BlueprintList } from "../features/blueprints/components/blueprint-list.tsx";
import { ChangePlace } from "../features/blueprints/components/change-place.tsx";
import { HiddenBlueprints } from "../features/blueprints/components/hidden-blueprints.tsx";
import { BlueprintMissing } from "../features/editor/components/blueprint-missing.tsx";
import { EditorScreen } from "../features/editor/components/editor-screen.tsx";
import { blueprintQuery } from "../features/editor/editor.queries.ts";
import { DraftConversation } from "../features/guide/components/draft-conversation.tsx";
import { useDraftConversation } from "../features/guide/use-draft-conversation.ts";
import { ScansPanel } from "../features/scans/components/scans-panel.tsx";
import { useScans } from "../features/scans/use-scans.ts";
import { Protected } from "../features/session/components/protected.tsx";
import { InviteDialog } from "../features/teams/components/invite-dialog.tsx";
import { SeeAsBanner } from "../features/teams/components/see-as-banner.tsx";
import { chooseTeam, useCurrentTeam } from "../lib/current-team.ts";
import { guideQuery } from "../lib/live-ai/guide.queries.ts";
import { useMe } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { TextField } from "../ui/text-field.tsx";
import { AppLayout } from "./-app-layout.tsx";

/** `/blueprint-editor/{id}`; without an id: choose or create one. */
export function BlueprintEditorPage({ id }: { readonly id: string | undefined }) {
  if (id === undefined || id === "")
    return (
      <AppLayout>
        <PickBlueprint />
      </AppLayout>
    );
  const blueprintId = blueprintIdSchema.safeParse(id);
  return (
    <Protected>
      {blueprintId.success ? <Editor key={id} blueprintId={blueprintId.data} /> : <BlueprintMissing />}
    </Protected>
  );
}

function Editor({ blueprintId }: { readonly blueprintId: BlueprintId }) {
  const scans = useScans(blueprintId);
  const { data: blueprint } = useQuery(blueprintQuery(blueprintId));
  const { teams } = useMe();
  const teamId = blueprint?.teamId;
  const role = teams.find((team) => team.teamId === teamId)?.role;
  const isAway = blueprint?.state === "archived" || blueprint?.state === "binned";
  const canUpload = roleMay(role, "scan.upload") && !isAway;
  const { data: guide } = useQuery(guideQuery);
  // Outlives the panel that shows it.
  const conversation = useDraftConversation(blueprintId, guide?.service != null && roleMay(role, "blueprint.edit"));
  // Invitations from here apply to this blueprint's team, whichever was chosen before.
  useEffect(() => {
    if (teamId !== undefined) chooseTeam(teamId);
  }, [teamId]);
  return (
    <EditorScreen
      blueprintId={blueprintId}
      scans={scans.data}
      reloadScans={scans.refetch}
      scansPanel={
        blueprint === undefined ? null : (
          <ScansPanel
            blueprintId={blueprintId}
            blueprintName={blueprint.name}
            canUpload={canUpload}
            canDownload={roleMay(role, "original.download")}
          />
        )
      }
      invite={<InviteDialog />}
      roleNotice={<SeeAsBanner />}
      guide={
        guide?.service
          ? (show) => <DraftConversation conversation={conversation} service={guide.service!} show={show} />
          : null
      }
      changePlace={blueprint === undefined ? null : <ChangePlace blueprint={blueprint} />}
    />
  );
}

function PickBlueprint() {
  const team = useCurrentTeam();
  const [search, setSearch] = useState("");
  if (!roleMay(team.role, "blueprint.see")) return <HiddenBlueprints title="Open a blueprint" teamName={team.name} />;
  return (
    <>
      <title>Open a blueprint · Blueprint</title>
      <PageHead
        title="Open a blueprint"
        actions={
          roleMay(team.role, "blueprint.edit") ? (
            <Button variant="primary" asChild>
              <Link to="/create-blueprint">
                <Plus aria-hidden="true" strokeWidth={1.75} />
                New blueprint
              </Link>
            </Button>
          ) : null
        }
      >
        Pick the place you want to work on.
      </PageHead>
      <TextField
        label="Search"
        type="search"
        name="search"
        className="mb-5 max-w-sm"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <BlueprintList
        team={team}
        filter={{ state: "open", search: search.trim().slice(0, 100) }}
        order="changed"
        view="grid"
        onClearSearch={() => setSearch("")}
      />
    </>
  );
}
