import { listAccessRequests } from "@blueprint/contract/access-requests";
import { getSignInMethods } from "@blueprint/contract/account";
import { getAccountExport } from "@blueprint/contract/account-end";
import { listApiKeys } from "@blueprint/contract/api-keys";
import { listAudienceLinks } from "@blueprint/contract/audience-links";
import { listAuditEvents } from "@blueprint/contract/audit";
import { previewTransfer } from "@blueprint/contract/blueprint-transfer";
import {
  getBlueprint,
  listBlueprints,
  listBlueprintTags,
  listBlueprintVersions,
  listDetailChoices,
} from "@blueprint/contract/blueprints";
import { type ChangeKind, changeKinds } from "@blueprint/contract/changes";
import { listCommentAuthors } from "@blueprint/contract/comments";
import { discoverPlaces, locatePlaces } from "@blueprint/contract/discover";
import type { Endpoint } from "@blueprint/contract/endpoint";
import { listFormResponses } from "@blueprint/contract/form-answers";
import {
  getInstallationHealth,
  listFailedJobs,
  listInstallationPeople,
  listInstallationTeams,
} from "@blueprint/contract/installation";
import { getInstallation, getInstallationSettings } from "@blueprint/contract/installation-settings";
import { resolveMedia } from "@blueprint/contract/media";
import { getNotificationPreferences } from "@blueprint/contract/notifications";
import { getPriceBook, getTeamPlan, listAllInvoices, listInvoices } from "@blueprint/contract/plans";
import { listMyRequests, listRequests } from "@blueprint/contract/requests";
import { getScanUpload, listRemovedScans, listScans } from "@blueprint/contract/scans";
import { listEditSessions, listNamedVersions } from "@blueprint/contract/scene-history";
import { listSessions } from "@blueprint/contract/sessions";
import { listTaskAnchors, listTasks } from "@blueprint/contract/tasks";
import { getTeamUsage, listDeletedTeams, listTeamMembers } from "@blueprint/contract/teams";
import { getSession } from "@blueprint/contract/users";
import { listWebhookDeliveries, listWebhooks } from "@blueprint/contract/webhooks";
import { listWorkflowRuns, listWorkflows } from "@blueprint/contract/workflows";
import { readsEndpoint } from "./data-query.ts";
import { queryClient } from "./session.ts";

/** What shows something of each kind of change. */
const shownBy: Readonly<Record<ChangeKind, readonly Pick<Endpoint, "url">[]>> = {
  blueprints: [
    listBlueprints,
    listBlueprintTags,
    getBlueprint,
    listBlueprintVersions,
    listDetailChoices,
    listAudienceLinks,
    previewTransfer,
    getTeamUsage,
    getTeamPlan,
    discoverPlaces,
    locatePlaces,
  ],
  scans: [
    listScans,
    listRemovedScans,
    getScanUpload,
    listBlueprints,
    getBlueprint,
    listDetailChoices,
    previewTransfer,
    getTeamUsage,
  ],
  uploads: [getScanUpload],
  storage: [getTeamUsage, getTeamPlan, resolveMedia, previewTransfer],
  scene: [listEditSessions, listTaskAnchors, listCommentAuthors, listDetailChoices],
  history: [listNamedVersions],
  answers: [listFormResponses],
  members: [listTeamMembers, getTeamUsage, getTeamPlan, previewTransfer],
  session: [getSession, listDeletedTeams, previewTransfer, getNotificationPreferences],
  tasks: [listTasks],
  workflows: [listWorkflows, listWorkflowRuns],
  webhooks: [listWebhooks, listWebhookDeliveries, listWorkflowRuns],
  "api-keys": [listApiKeys],
  audit: [listAuditEvents],
  plan: [getTeamPlan, listInvoices, getTeamUsage, previewTransfer],
  requests: [listMyRequests, listRequests, listAccessRequests],
  account: [getSignInMethods, listSessions, getAccountExport, getNotificationPreferences],
  installation: [getInstallation, getPriceBook],
  people: [listInstallationPeople, listInstallationTeams],
  invoices: [listAllInvoices],
  health: [getInstallationHealth, listFailedJobs],
  addresses: [resolveMedia, listDetailChoices, listBlueprints, getBlueprint],
};

/**
 * What a form is filled in upon: it is read anew when it is opened again. Under somebody's hands it stays, so that saving
 * tells them of what somebody else changed meanwhile.
 */
const filledInUpon = { installation: [getInstallationSettings] } as const;

/**
 * Has everything read anew that shows what changed: at once where a screen shows it, elsewhere when one does again.
 * spec §9: nothing is asked again by itself; the server's event stream says when.
 */
export function refreshChanged(kinds: "all" | readonly string[]): void {
  const changed = kinds === "all" ? changeKinds : changeKinds.filter((kind) => kinds.includes(kind));
  const isShown = readsAnyOf(changed.flatMap((kind) => shownBy[kind]));
  void queryClient.invalidateQueries({ predicate: isShown });
  if (changed.includes("installation"))
    void queryClient.invalidateQueries({ predicate: readsAnyOf(filledInUpon.installation), refetchType: "none" });
}

function readsAnyOf(endpoints: readonly Pick<Endpoint, "url">[]): ReturnType<typeof readsEndpoint> {
  const reads = [...new Set(endpoints)].map((endpoint) => readsEndpoint(endpoint));
  return (query) => reads.some((isRead) => isRead(query));
}
