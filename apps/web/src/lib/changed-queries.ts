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
import { listAllClaims, listClaimCodes, listMyClaims, listTeamClaims } from "@blueprint/contract/claims";
import { listCommentAuthors } from "@blueprint/contract/comments";
import { discoverPlaces, discoverPlacesNear, locatePlaces } from "@blueprint/contract/discover";
import { listEmbedTokens } from "@blueprint/contract/embed-tokens";
import type { Endpoint } from "@blueprint/contract/endpoint";
import { listFormResponses } from "@blueprint/contract/form-answers";
import { listDocuments } from "@blueprint/contract/guide";
import { getGuideMinutes } from "@blueprint/contract/guide-minutes";
import { getGuideRates, listUnansweredQuestions } from "@blueprint/contract/guide-questions";
import { listGuideTests } from "@blueprint/contract/guide-tests";
import { listTranscripts } from "@blueprint/contract/guide-transcripts";
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
import { listChangeSets, listNamedVersions } from "@blueprint/contract/scene-history";
import { listSessions } from "@blueprint/contract/sessions";
import { listLinkTargets, listShortLinks } from "@blueprint/contract/short-links";
import { getSignHistory, listSignPrints, listSigns } from "@blueprint/contract/signs";
import { listTaskAnchors, listTasks } from "@blueprint/contract/tasks";
import { getTeamUsage, listDeletedTeams, listTeamMembers } from "@blueprint/contract/teams";
import { getSession } from "@blueprint/contract/users";
import { listWebDomains } from "@blueprint/contract/web-domains";
import { listWebhookDeliveries, listWebhooks } from "@blueprint/contract/webhooks";
import { listWorkflowRuns, listWorkflows } from "@blueprint/contract/workflows";
import { readsEndpoint } from "./data-query.ts";
import { queryClient } from "./session.ts";

/** Endpoints with the team's storage and editor meters. One screen shows both: they refresh together. */
const meters = [getTeamUsage, getTeamPlan] as const;

/** Endpoints affected by each kind of change. */
const shownBy: Readonly<Record<ChangeKind, readonly Pick<Endpoint, "url">[]>> = {
  blueprints: [
    listBlueprints,
    listBlueprintTags,
    getBlueprint,
    listBlueprintVersions,
    listDetailChoices,
    listAudienceLinks,
    listShortLinks,
    listSigns,
    previewTransfer,
    ...meters,
    discoverPlaces,
    discoverPlacesNear,
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
    ...meters,
  ],
  uploads: [getScanUpload],
  storage: [...meters, resolveMedia, previewTransfer],
  scene: [listChangeSets, listTaskAnchors, listLinkTargets, listCommentAuthors, listDetailChoices],
  history: [listNamedVersions],
  "short-links": [listShortLinks],
  "embed-tokens": [listEmbedTokens],
  "web-domains": [listWebDomains, listShortLinks, listSigns],
  signs: [listSigns, getSignHistory, listSignPrints],
  documents: [listDocuments],
  questions: [listUnansweredQuestions, getGuideRates, listTranscripts],
  "guide-tests": [listGuideTests],
  "guide-minutes": [getGuideMinutes],
  answers: [listFormResponses],
  members: [listTeamMembers, ...meters, previewTransfer],
  session: [getSession, listDeletedTeams, previewTransfer, getNotificationPreferences],
  tasks: [listTasks],
  workflows: [listWorkflows, listWorkflowRuns],
  webhooks: [listWebhooks, listWebhookDeliveries, listWorkflowRuns],
  "api-keys": [listApiKeys],
  audit: [listAuditEvents],
  plan: [...meters, listInvoices, previewTransfer],
  claims: [listMyClaims, listTeamClaims, listAllClaims, listClaimCodes],
  requests: [listMyRequests, listRequests, listAccessRequests],
  account: [getSignInMethods, listSessions, getAccountExport, getNotificationPreferences],
  installation: [getInstallation, getPriceBook],
  people: [listInstallationPeople, listInstallationTeams],
  invoices: [listAllInvoices],
  health: [getInstallationHealth, listFailedJobs],
  addresses: [resolveMedia, listDetailChoices, listBlueprints, getBlueprint, listSigns, listSignPrints],
};

/**
 * Data behind forms, reloaded when the form opens again. An open form keeps its data, so that saving reports what
 * someone else changed in the meantime.
 */
const filledInUpon = { installation: [getInstallationSettings] } as const;

/**
 * Invalidates every query that a change affects: visible ones refetch now, others when next shown. spec §9: nothing
 * polls; the server's event stream triggers this.
 */
export function refreshChanged(kinds: "all" | readonly string[]): void {
  if (holders > 0) {
    isBehind = true;
    return;
  }
  const changed = kinds === "all" ? changeKinds : changeKinds.filter((kind) => kinds.includes(kind));
  const isShown = readsAnyOf(changed.flatMap((kind) => shownBy[kind]));
  void queryClient.invalidateQueries({ predicate: isShown });
  if (changed.includes("installation"))
    void queryClient.invalidateQueries({ predicate: readsAnyOf(filledInUpon.installation), refetchType: "none" });
}

let holders = 0;
let isBehind = false;

/**
 * Stops `refreshChanged` while the session is ending: a refetch would be refused. The returned function resumes it and
 * catches up with what changed in between.
 */
export function holdChanges(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
    if (holders > 0 || !isBehind) return;
    isBehind = false;
    refreshChanged("all");
  };
}

function readsAnyOf(endpoints: readonly Pick<Endpoint, "url">[]): ReturnType<typeof readsEndpoint> {
  const reads = [...new Set(endpoints)].map((endpoint) => readsEndpoint(endpoint));
  return (query) => reads.some((isRead) => isRead(query));
}
