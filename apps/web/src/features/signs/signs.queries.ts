import { toApiError } from "@blueprint/contract/api-client";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, SignId, SignPrintId } from "@blueprint/contract/ids";
import { listLinkTargets } from "@blueprint/contract/short-links";
import {
  addSigns,
  cancelSignPrint,
  changeSign,
  getSignHistory,
  listSignPrints,
  listSigns,
  putSignPhoto,
  removeSignPhoto,
  replaceSign,
  type SignFilter,
  startSignPrint,
} from "@blueprint/contract/signs";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { toTargetOptions } from "../../lib/link-targets.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";

export function signsQuery(blueprintId: BlueprintId, { filter, search }: { filter: SignFilter; search: string }) {
  return pagedQuery(listSigns, { params: { blueprintId }, query: { filter, search } });
}

export function linkTargetsQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listLinkTargets, { params: { blueprintId } }),
    select: ({ targets }) => ({ targets, options: toTargetOptions(targets) }),
  });
}

export function signHistoryQuery(blueprintId: BlueprintId, signId: SignId) {
  return queryOptions({
    ...dataQuery(getSignHistory, { params: { blueprintId, signId } }),
    select: ({ events }) => events,
  });
}

export function signPrintsQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listSignPrints, { params: { blueprintId } }),
    select: ({ prints }) => prints,
  });
}

async function refreshSigns(blueprintId: BlueprintId): Promise<void> {
  await Promise.all([
    refreshQueries(listSigns, { blueprintId }),
    refreshQueries(listSignPrints, { blueprintId }),
    refreshQueries(getSignHistory, { blueprintId }),
  ]);
}

export function useAddSigns(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (signs: EndpointRequest<typeof addSigns>["body"]["signs"]) =>
      api(addSigns, { params: { blueprintId }, body: { signs } }),
    onSuccess: () => refreshSigns(blueprintId),
  });
}

export function useChangeSign(blueprintId: BlueprintId, signId: SignId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof changeSign>["body"]) =>
      api(changeSign, { params: { blueprintId, signId }, body }),
    onSuccess: () => refreshSigns(blueprintId),
  });
}

export function useReplaceSign(blueprintId: BlueprintId, signId: SignId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof replaceSign>["body"]) =>
      api(replaceSign, { params: { blueprintId, signId }, body }),
    onSuccess: () => refreshSigns(blueprintId),
  });
}

export function usePutSignPhoto(blueprintId: BlueprintId, signId: SignId) {
  return useMutation({
    mutationFn: async (photo: File) => {
      const url = putSignPhoto.url.replace(":blueprintId", blueprintId).replace(":signId", signId);
      const headers = { "content-type": photo.type.startsWith("image/") ? photo.type : "application/octet-stream" };
      const response = await fetch(url, { method: putSignPhoto.method, headers, body: photo });
      if (!response.ok) throw await toApiError(response);
    },
    onSuccess: () => refreshSigns(blueprintId),
  });
}

export function useRemoveSignPhoto(blueprintId: BlueprintId, signId: SignId) {
  return useMutation({
    mutationFn: () => api(removeSignPhoto, { params: { blueprintId, signId } }),
    onSuccess: () => refreshSigns(blueprintId),
  });
}

export function useStartPrint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof startSignPrint>["body"]) =>
      api(startSignPrint, { params: { blueprintId }, body }),
    onSuccess: () => refreshSigns(blueprintId),
  });
}

export function useCancelPrint(blueprintId: BlueprintId, signPrintId: SignPrintId) {
  return useMutation({
    mutationFn: () => api(cancelSignPrint, { params: { blueprintId, signPrintId } }),
    onSuccess: () => refreshSigns(blueprintId),
  });
}
