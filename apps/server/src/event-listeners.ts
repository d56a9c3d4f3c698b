import { createAuditListener } from "./features/audit/audit.listener.ts";
import { createInvitationsListener } from "./features/invitations/invitations.listener.ts";
import { createNotificationsListener } from "./features/notifications/notifications.listener.ts";
import { createRequestsListener } from "./features/requests/requests.listener.ts";
import { createUsersListener } from "./features/users/users.listener.ts";
import { createWebhooksListener } from "./features/webhooks/webhooks.listener.ts";
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
  ];
}
