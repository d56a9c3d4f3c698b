import { roleMay } from "@blueprint/contract/roles";
import { taskFilters } from "@blueprint/contract/tasks";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { z } from "zod";
import { RecentBlueprints } from "../features/blueprints/components/recent-blueprints.tsx";
import { EnterTeam } from "../features/installation/components/enter-team.tsx";
import { HealthPanel } from "../features/installation/components/health-panel.tsx";
import { InstallationTeamsPanel } from "../features/installation/components/installation-teams-panel.tsx";
import { PeoplePanel } from "../features/installation/components/people-panel.tsx";
import { SettingsPanel } from "../features/installation/components/settings-panel.tsx";
import { InvoiceInbox } from "../features/plans/components/invoice-inbox.tsx";
import { inboxes, OperatorInbox } from "../features/requests/components/operator-inbox.tsx";
import { InviteDialog } from "../features/teams/components/invite-dialog.tsx";
import { MembersPanel } from "../features/teams/components/members-panel.tsx";
import { namedTeamSearch } from "../features/teams/use-named-team.ts";
import { chooseTeam, useCurrentTeam } from "../lib/current-team.ts";
import { keepSearch } from "../lib/search-text.ts";
import { refreshMe, useMe, useSession } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";
import { TeamTasks, TeamWorkflows } from "./-team-work.tsx";

const search = namedTeamSearch.extend({
  /** Without it: the team's area. */
  area: z.literal("operator").optional().catch(undefined),
  inbox: z.enum(inboxes).optional().catch(undefined),
  part: z.enum(["requests", "people", "teams", "health", "settings"]).optional().catch(undefined),
  done: z
    .literal("1")
    .transform(() => 1 as const)
    .optional()
    .catch(undefined),
  tasks: z.enum(taskFilters).optional().catch(undefined),
});

export const Route = createFileRoute("/workspace")({ validateSearch: keepSearch(search), component: Workspace });

function Workspace() {
  if (useSession().status === "anonymous")
    return (
      <SignedOutPage title="Workspace">
        Your team's home: tasks, members and the places you're working on. Sign in to see it.
      </SignedOutPage>
    );
  return (
    <AppLayout>
      <Area />
    </AppLayout>
  );
}

/** The team's home, or the operators' area. Links in older mails only name a part of the latter. */
function Area() {
  const { isOperator } = useMe();
  const { area, part, inbox, done } = search.parse(Route.useSearch());
  const isOperators = [area, part, inbox, done].some((named) => named !== undefined);
  return isOperator && isOperators ? <OperatorHome /> : <TeamHome />;
}

function TeamHome() {
  const team = useCurrentTeam();
  const { isOperator } = useMe();
  const { tasks = "open" } = search.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-12">
      <title>Workspace · Blueprint</title>
      <div>
        <PageHead title={team.name} actions={roleMay(team.role, "member.invite") ? <InviteDialog /> : null}>
          Workspace
        </PageHead>
        <nav aria-label="This team" className="mb-8 flex flex-wrap gap-2">
          <Button asChild>
            <Link to="/team-members">Members and roles</Link>
          </Button>
          <Button asChild>
            <Link to="/manage-plan">Plan and usage</Link>
          </Button>
          <Button asChild>
            <Link to="/venue-materials">Venue signs</Link>
          </Button>
          {isOperator ? (
            // Wider screens have it in their navigation.
            <Button asChild className="md:hidden">
              <Link to="/workspace" search={{ area: "operator" }}>
                This installation
              </Link>
            </Button>
          ) : null}
        </nav>
        <div className="mb-10">
          <Part id="tasks" title="Tasks">
            <TeamTasks
              key={team.teamId}
              filter={tasks}
              onFilter={(next) =>
                void navigate({
                  search: ({ tasks: _, ...rest }) => (next === "open" ? rest : { ...rest, tasks: next }),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </Part>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          <Part id="blueprints" title="Blueprints">
            <RecentBlueprints />
          </Part>
          <Part id="members" title="Members">
            <MembersPanel />
          </Part>
        </div>
        {roleMay(team.role, "blueprint.see") ? (
          <div className="mt-10">
            <Part id="workflows" title="Workflows">
              <TeamWorkflows key={team.teamId} />
            </Part>
          </div>
        ) : null}
      </div>
    </div>
  );
}

const area = "operator";

function OperatorHome() {
  const { teams } = useMe();
  const { inbox = "access", done, part = "requests" } = search.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-12">
      <title>This installation · Blueprint</title>
      <div>
        <PageHead title="This installation">For its operators</PageHead>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <Part id="installation" title="Requests, people and settings">
            <div>
              <SegmentedControl
                label="Part"
                className="flex-wrap"
                value={part}
                onChange={(next) => void navigate({ search: { area, part: next }, replace: true, resetScroll: false })}
                segments={[
                  { value: "requests", label: "Requests" },
                  { value: "people", label: "People" },
                  { value: "teams", label: "Teams" },
                  { value: "health", label: "Health" },
                  { value: "settings", label: "Settings" },
                ]}
              />
            </div>
            {part === "requests" ? (
              <OperatorInbox
                inbox={inbox}
                isDone={done === 1}
                onChange={(change) => {
                  const wanted = { inbox, isDone: done === 1, ...change };
                  void navigate({
                    search: { area, inbox: wanted.inbox, ...(wanted.isDone ? { done: 1 as const } : {}) },
                    replace: true,
                    resetScroll: false,
                  });
                }}
              />
            ) : part === "people" ? (
              <PeoplePanel />
            ) : part === "teams" ? (
              <InstallationTeamsPanel
                renderEnter={(team) =>
                  teams.some(
                    ({ teamId, visitEndsAt }) => teamId === team.teamId && visitEndsAt === undefined,
                  ) ? null : (
                    <EnterTeam
                      team={team}
                      onEntered={async () => {
                        await refreshMe();
                        chooseTeam(team.teamId);
                        await navigate({ to: "/dashboard" });
                      }}
                    />
                  )
                }
              />
            ) : part === "health" ? (
              <HealthPanel />
            ) : (
              <SettingsPanel />
            )}
          </Part>
          <Part id="invoices" title="Invoices">
            <InvoiceInbox />
          </Part>
        </div>
      </div>
    </div>
  );
}

function Part({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id={id} className="text-lead font-strong">
        {title}
      </h2>
      {children}
    </section>
  );
}
