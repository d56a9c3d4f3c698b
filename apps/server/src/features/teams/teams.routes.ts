import type { UserId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import * as endpoints from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listTeamInvitations } from "../invitations/invitations.service.ts";
import { getTeamUsage } from "../plans/entitlements.service.ts";
import { deleteTeam, listDeletedTeams, restoreTeam } from "./team-bin.service.ts";
import {
  changeMemberRole,
  createTeam,
  leaveTeam,
  removeMember,
  renameTeam,
  transferTeam,
} from "./team-members.service.ts";
import { listMembers, requireTeamPermission } from "./teams.service.ts";

const teamsPerMinuteMax = 20;

export function registerTeamRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getTeamUsage, async ({ request, params }) => {
    const scope = await requireTeamPermission(context.db, requireActor(request), params.teamId, "blueprint.see");
    return getTeamUsage(context.db, context, scope);
  });
  mount(app, endpoints.listTeamMembers, async ({ request, params }) => {
    const actor = requireActor(request);
    const scope = await requireTeamPermission(context.db, actor, params.teamId, "blueprint.see");
    const seesAll = roleMay(scope.role, "member.see");
    const members = (await listMembers(context.db, scope)).filter(({ userId }) => seesAll || userId === actor.userId);
    return {
      members: members.map((member) => ({ ...member, userId: member.userId as UserId })),
      isDirectoryHidden: !seesAll,
      invitations: roleMay(scope.role, "member.invite") ? await listTeamInvitations(context, scope) : [],
    };
  });
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
  mount(app, endpoints.leaveTeam, async ({ request, params }) => {
    await leaveTeam(context, requireActor(request), params.teamId);
    return { left: true as const };
  });
  mount(app, endpoints.transferTeam, async ({ request, params, body }) => {
    await transferTeam(context, requireActor(request), params.teamId, body.userId);
    return { transferred: true as const };
  });
  mount(app, endpoints.deleteTeam, ({ request, params }) => deleteTeam(context, requireActor(request), params.teamId));
  mount(app, endpoints.restoreTeam, async ({ request, params }) => {
    await restoreTeam(context, requireActor(request), params.teamId);
    return { restored: true as const };
  });
  mount(app, endpoints.listDeletedTeams, async ({ request }) => ({
    teams: await listDeletedTeams(context, requireActor(request)),
  }));
  mount(app, endpoints.changeMemberRole, ({ request, params, body }) =>
    changeMemberRole(context, requireActor(request), params.teamId, params.userId, body.role),
  );
  mount(app, endpoints.removeMember, async ({ request, params }) => {
    await removeMember(context, requireActor(request), params.teamId, params.userId);
    return { removed: true as const };
  });
}
