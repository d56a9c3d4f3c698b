import type { UserId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import * as endpoints from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listTeamInvitations } from "../invitations/invitations.service.ts";
import { getTeamUsage } from "../plans/entitlements.service.ts";
import { listMembers, requireTeamPermission } from "./teams.service.ts";

export function registerTeamRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getTeamUsage, async ({ request, params }) => {
    const scope = await requireTeamPermission(context.db, requireActor(request), params.teamId, "blueprint.see");
    return getTeamUsage(context.db, context, scope);
  });
  mount(app, endpoints.listTeamMembers, async ({ request, params }) => {
    const scope = await requireTeamPermission(context.db, requireActor(request), params.teamId, "blueprint.see");
    const members = await listMembers(context.db, scope);
    return {
      members: members.map((member) => ({ ...member, userId: member.userId as UserId })),
      invitations: roleMay(scope.role, "member.invite") ? await listTeamInvitations(context, scope) : [],
    };
  });
}
