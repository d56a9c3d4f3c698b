import type { Endpoint } from "@blueprint/contract/endpoint";
import { readsEndpoint } from "./data-query.ts";
import { queryClient } from "./session.ts";

/** Has everything read anew that came from an endpoint: at once where a screen shows it, elsewhere when one does again. */
export async function refreshQueries(
  endpoint: Pick<Endpoint, "url">,
  params: Readonly<Record<string, string>> = {},
): Promise<void> {
  await queryClient.invalidateQueries({ predicate: readsEndpoint(endpoint, params) });
}
