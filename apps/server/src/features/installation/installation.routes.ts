import * as endpoints from "@blueprint/contract/installation";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
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
  mount(app, endpoints.listInstallationPeople, ({ query }) => {
    return listInstallationPeople(context, query);
  });
  mount(app, endpoints.listInstallationTeams, ({ actor, query }) => listInstallationTeams(context, actor, query));
  mount(app, endpoints.enterTeam, async ({ actor, params, body }) => ({
    visitEndsAt: (await enterTeam(context, actor, params.teamId, body.reason)).toISOString(),
  }));
  mount(app, endpoints.leaveTeamVisit, async ({ actor, params }) => {
    await leaveTeamVisit(context, actor, params.teamId);
    return { ended: true as const };
  });
  mount(app, endpoints.getInstallationHealth, () => {
    return readHealth(context);
  });
  mount(app, endpoints.listFailedJobs, async () => {
    return { jobs: await listFailedJobs(context) };
  });
  mount(app, endpoints.decideFailedJob, async ({ params, body }) => {
    await decideFailedJob(context, params.jobId, body.decision);
    return { decided: true as const };
  });
  mount(
    app,
    endpoints.findOrphans,
    () => {
      return countOrphans(context);
    },
    { perMinuteMax: orphanSearchesPerMinuteMax },
  );
}
