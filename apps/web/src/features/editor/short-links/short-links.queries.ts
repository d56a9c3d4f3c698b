import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, ShortLinkId } from "@blueprint/contract/ids";
import { shortLinkParam, shortLinkPath } from "@blueprint/contract/short-code";
import { changeShortLink, createShortLink, listShortLinks } from "@blueprint/contract/short-links";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { dataQuery } from "../../../lib/data-query.ts";
import { queryClient } from "../../../lib/session.ts";

export const shortLinksQuery = (blueprintId: BlueprintId) =>
  queryOptions({
    ...dataQuery(listShortLinks, { params: { blueprintId } }),
    select: ({ links }) => links,
  });

export function useCreateShortLink(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createShortLink>["body"]) =>
      api(createShortLink, { params: { blueprintId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: shortLinksQuery(blueprintId).queryKey }),
  });
}

export function useChangeShortLink(blueprintId: BlueprintId, shortLinkId: ShortLinkId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof changeShortLink>["body"]) =>
      api(changeShortLink, { params: { blueprintId, shortLinkId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: shortLinksQuery(blueprintId).queryKey }),
  });
}

/** The address of a short link, as its QR code contains it. */
export function toShortUrl(code: string, origin: string = location.origin): string {
  return `${origin}${shortLinkPath}?${shortLinkParam}=${code}`;
}
