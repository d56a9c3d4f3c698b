import * as endpoints from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { deleteTeam, listDeletedTeams, restoreTeam } from "./team-bin.service.ts";
import { createTeam, renameTeam } from "./team-settings.service.ts";

const teamsPerMinuteMax = 20;

export function registerTeamRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    endpoints.createTeam,
    async ({ actor, body }) => ({ teamId: await createTeam(context, actor, body.name) }),
    { perMinuteMax: teamsPerMinuteMax },
  );
  mount(app, endpoints.renameTeam, async ({ actor, scope, body }) => {
    await renameTeam(context, actor, scope, body.name);
    return { name: body.name };
  });
  mount(app, endpoints.deleteTeam, ({ actor, scope }) => deleteTeam(context, actor, scope));
  mount(
    app,
    endpoints.restoreTeam,
    async ({ actor, scope }) => {
      await restoreTeam(context, actor, scope);
      return { restored: true as const };
    },
    { lookedFor: "in-bin-too" },
  );
  mount(app, endpoints.listDeletedTeams, async ({ actor }) => ({
    teams: await listDeletedTeams(context, actor),
  }));
}
