import { changeAudienceLink, listAudienceLinks } from "@blueprint/contract/audience-links";
import {
  type Blueprint,
  getBlueprint,
  listBlueprints,
  listBlueprintVersions,
  moveBlueprint,
  publishBlueprint,
  unpublishBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import { changeSharing } from "@blueprint/contract/sharing";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { keptAnswersMode } from "../../lib/offline-page.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

export function blueprintQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(getBlueprint, { params: { blueprintId } }),
    networkMode: keptAnswersMode,
  });
}

/** The latest published version; null before the first. */
export function newestVersionQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listBlueprintVersions, { params: { blueprintId }, query: {} }),
    select: ({ versions }) => versions[0] ?? null,
  });
}

function keepBlueprint(blueprint: Blueprint): void {
  queryClient.setQueryData(blueprintQuery(blueprint.id).queryKey, blueprint);
  void refreshQueries(listBlueprints);
  void refreshQueries(listBlueprintVersions, { blueprintId: blueprint.id });
}

export function useRenameBlueprint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (name: string) => api(updateBlueprint, { params: { blueprintId }, body: { name } }),
    onSuccess: keepBlueprint,
  });
}

export function useRestoreBlueprint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: () => api(moveBlueprint, { params: { blueprintId }, body: { to: "restored" } }),
    onSuccess: keepBlueprint,
  });
}

export function usePublishBlueprint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof publishBlueprint>["body"]) =>
      api(publishBlueprint, { params: { blueprintId }, body }),
    onSuccess: keepBlueprint,
    // After a conflict, the screen must show what is published now.
    onError: () => refreshQueries(getBlueprint, { blueprintId }),
  });
}

/** Changes who may open the place, until when, and where it may be embedded. */
export function useChangeSharing(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof changeSharing>["body"]) =>
      api(changeSharing, { params: { blueprintId }, body }),
    onSuccess: keepBlueprint,
  });
}

export function useUnpublishBlueprint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: () => api(unpublishBlueprint, { params: { blueprintId } }),
    onSuccess: keepBlueprint,
  });
}

/** Links that open the published place for staff, contractors and robots. */
export const audienceLinksQuery = (blueprintId: BlueprintId) =>
  queryOptions({
    ...dataQuery(listAudienceLinks, { params: { blueprintId } }),
    select: ({ links }) => links,
  });

export function useChangeAudienceLink(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof changeAudienceLink>["body"]) =>
      api(changeAudienceLink, { params: { blueprintId }, body }),
    onSuccess: (answer) => queryClient.setQueryData(audienceLinksQuery(blueprintId).queryKey, answer),
  });
}

/** Visitor URL of a published blueprint. */
export function toVisitorUrl(blueprint: Pick<Blueprint, "slug">, origin: string = location.origin): string {
  return `${origin}/webxr?b=${encodeURIComponent(blueprint.slug)}`;
}
