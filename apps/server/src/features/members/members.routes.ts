import type { UserId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import * as endpoints from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listMembers } from "../teams/teams.service.ts";
import { listTeamInvitations } from "./invitations.service.ts";
import { changeMemberRole, leaveTeam, removeMember, transferTeam } from "./members.service.ts";

export function registerMemberRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listTeamMembers, async ({ actor, scope }) => {
    const seesAll = roleMay(scope.role, "member.see");
    const members = (await listMembers(context.db, scope)).filter(({ userId }) => seesAll || userId === actor.userId);
    return {
      members: members.map((member) => ({ ...member, userId: member.userId as UserId })),
      isDirectoryHidden: !seesAll,
      invitations: roleMay(scope.role, "member.invite") ? await listTeamInvitations(context, scope) : [],
    };
  });
  mount(app, endpoints.leaveTeam, async ({ actor, scope }) => {
    await leaveTeam(context, actor, scope);
    return { left: true as const };
  });
  mount(app, endpoints.transferTeam, async ({ actor, scope, body }) => {
    await transferTeam(context, actor, scope, body.userId);
    return { transferred: true as const };
  });
  mount(app, endpoints.changeMemberRole, ({ actor, scope, params, body }) =>
    changeMemberRole(context, actor, scope, params.userId, body.role),
  );
  mount(app, endpoints.removeMember, async ({ actor, scope, params }) => {
    await removeMember(context, actor, scope, params.userId);
    return { removed: true as const };
  });
}
