import * as endpoints from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { deleteTeam, listDeletedTeams, restoreTeam } from "./team-bin.service.ts";
import { createTeam, renameTeam } from "./team-settings.service.ts";

const teamsPerMinuteMax = 20;

export function registerTeamRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    endpoints.createTeam,
    async ({ request, body }) => ({ teamId: await createTeam(context, requireActor(request), body.name) }),
    { perMinuteMax: teamsPerMinuteMax },
  );
  mount(app, endpoints.renameTeam, async ({ request, params, body }) => {
    await renameTeam(context, requireActor(request), params.teamId, body.name);
    return { name: body.name };
  });
  mount(app, endpoints.deleteTeam, ({ request, params }) => deleteTeam(context, requireActor(request), params.teamId));
  mount(app, endpoints.restoreTeam, async ({ request, params }) => {
    await restoreTeam(context, requireActor(request), params.teamId);
    return { restored: true as const };
  });
  mount(app, endpoints.listDeletedTeams, async ({ request }) => ({
    teams: await listDeletedTeams(context, requireActor(request)),
  }));
}
