import { createClaimsListener } from "./features/claims/claims.listener.ts";
import { createGuideTestsListener } from "./features/conversations/guide-tests.listener.ts";
import { createKnowledgeListener } from "./features/guide/knowledge.listener.ts";
import { createRequestsListener } from "./features/installation/requests.listener.ts";
import { createInvitationsListener } from "./features/members/invitations.listener.ts";
import { createNotificationsListener } from "./features/notifications/notifications.listener.ts";
import { createUsersListener } from "./features/people/users.listener.ts";
import { createWebhooksListener } from "./features/programs/webhooks.listener.ts";
import { createShortLinksListener } from "./features/short-links/short-links.listener.ts";
import { createAuditListener } from "./features/teams/audit.listener.ts";
import { createWorkflowsListener } from "./features/workflows/workflows.listener.ts";
import type { AppContext } from "./platform/app-context.ts";
import type { EventListener } from "./platform/events/event-listener.ts";

/** Who hears of what happens. Those who record events know none of them. */
export function createEventListeners(context: AppContext): EventListener[] {
  return [
    createAuditListener(),
    createNotificationsListener(context),
    createWebhooksListener(context),
    createWorkflowsListener(context),
    createUsersListener(),
    createRequestsListener(context),
    createInvitationsListener(),
    createShortLinksListener(context),
    createClaimsListener(context),
    createKnowledgeListener(context),
    createGuideTestsListener(context),
  ];
}
