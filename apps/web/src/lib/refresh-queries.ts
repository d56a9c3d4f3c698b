import type { Endpoint } from "@blueprint/contract/endpoint";
import { readsEndpoint } from "./data-query.ts";
import { queryClient } from "./session.ts";

/** Invalidates every query of an endpoint: visible ones refetch now, others when next shown. */
export async function refreshQueries(
  endpoint: Pick<Endpoint, "url">,
  params: Readonly<Record<string, string>> = {},
): Promise<void> {
  await queryClient.invalidateQueries({ predicate: readsEndpoint(endpoint, params) });
}
