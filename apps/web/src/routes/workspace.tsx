import { taskFilters } from "@blueprint/contract/tasks";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { RecentBlueprints } from "../features/blueprints/components/recent-blueprints.tsx";
import { ClaimInbox } from "../features/claims/components/claim-inbox.tsx";
import { consoleParts, OperatorConsole } from "../features/installation/components/operator-console.tsx";
import { InvoiceInbox } from "../features/plans/components/invoice-inbox.tsx";
import { inboxes, OperatorInbox } from "../features/requests/components/operator-inbox.tsx";
import { TeamHome } from "../features/teams/components/team-home.tsx";
import { namedTeamSearch } from "../features/teams/use-named-team.ts";
import { chooseTeam, useCurrentTeam } from "../lib/current-team.ts";
import { keepSearch } from "../lib/search-text.ts";
import { refreshMe, useMe, useSession } from "../lib/session.ts";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";
import { TeamTasks, TeamWorkflows } from "./-team-work.tsx";

const area = "operator";

const search = namedTeamSearch.extend({
  /** Without it: the team's home. */
  area: z.literal(area).optional().catch(undefined),
  inbox: z.enum(inboxes).optional().catch(undefined),
  part: z.enum(consoleParts).optional().catch(undefined),
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

/** The team's home, or the operators' console. Links in older mails only name a part of the latter. */
function Area() {
  const { isOperator } = useMe();
  const { area: named, part, inbox, done } = search.parse(Route.useSearch());
  const isConsole = [named, part, inbox, done].some((value) => value !== undefined);
  return isOperator && isConsole ? <Console /> : <Home />;
}

function Home() {
  const { teamId } = useCurrentTeam();
  const { tasks = "open" } = search.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <TeamHome
      tasks={
        <TeamTasks
          key={teamId}
          filter={tasks}
          onFilter={(next) =>
            void navigate({
              search: ({ tasks: _, ...rest }) => (next === "open" ? rest : { ...rest, tasks: next }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
      blueprints={<RecentBlueprints />}
      workflows={<TeamWorkflows key={teamId} />}
    />
  );
}

function Console() {
  const { inbox = "access", done, part = "requests" } = search.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  const isDone = done === 1;
  return (
    <OperatorConsole
      part={part}
      inbox={
        <OperatorInbox
          inbox={inbox}
          isDone={isDone}
          claims={<ClaimInbox state={isDone ? "closed" : "open"} />}
          onChange={(change) => {
            const wanted = { inbox, isDone, ...change };
            void navigate({
              search: { area, inbox: wanted.inbox, ...(wanted.isDone ? { done: 1 as const } : {}) },
              replace: true,
              resetScroll: false,
            });
          }}
        />
      }
      invoices={<InvoiceInbox />}
      onPart={(next) => void navigate({ search: { area, part: next }, replace: true, resetScroll: false })}
      onEntered={async ({ teamId }) => {
        await refreshMe();
        chooseTeam(teamId);
        await navigate({ to: "/dashboard" });
      }}
    />
  );
}
