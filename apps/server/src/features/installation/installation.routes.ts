import * as endpoints from "@blueprint/contract/installation";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireOperator } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { enterTeam, leaveTeamVisit } from "../teams/team-visits.service.ts";
import {
  countOrphans,
  decideFailedJob,
  listFailedJobs,
  listInstallationPeople,
  listInstallationTeams,
  readHealth,
} from "./installation.service.ts";

/** Each call reads the whole storage. */
const orphanSearchesPerMinuteMax = 3;

/** What operators see and do; for everyone else it does not exist. */
export function registerInstallationRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listInstallationPeople, ({ request, query }) => {
    requireOperator(request);
    return listInstallationPeople(context, query);
  });
  mount(app, endpoints.listInstallationTeams, ({ request, query }) =>
    listInstallationTeams(context, requireOperator(request), query),
  );
  mount(app, endpoints.enterTeam, async ({ request, params, body }) => ({
    visitEndsAt: (await enterTeam(context, requireOperator(request), params.teamId, body.reason)).toISOString(),
  }));
  mount(app, endpoints.leaveTeamVisit, async ({ request, params }) => {
    await leaveTeamVisit(context, requireOperator(request), params.teamId);
    return { ended: true as const };
  });
  mount(app, endpoints.getInstallationHealth, ({ request }) => {
    requireOperator(request);
    return readHealth(context);
  });
  mount(app, endpoints.listFailedJobs, async ({ request }) => {
    requireOperator(request);
    return { jobs: await listFailedJobs(context) };
  });
  mount(app, endpoints.decideFailedJob, async ({ request, params, body }) => {
    requireOperator(request);
    await decideFailedJob(context, params.jobId, body.decision);
    return { decided: true as const };
  });
  mount(
    app,
    endpoints.findOrphans,
    ({ request }) => {
      requireOperator(request);
      return countOrphans(context);
    },
    { perMinuteMax: orphanSearchesPerMinuteMax },
  );
}
