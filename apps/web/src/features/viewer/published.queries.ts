import { ApiError } from "@blueprint/contract/api-client";
import { getPublishedBlueprint, openPlace, type PublishedBlueprint } from "@blueprint/contract/published";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { keepPass, readPass } from "./place-pass.ts";

/** The version of a blueprint that visitors see. */
export const publishedBlueprintQuery = (slug: string) =>
  queryOptions({
    queryKey: ["/api/published", slug],
    queryFn: ({ signal }) => fetchPlace(slug, signal),
  });

async function fetchPlace(slug: string, signal: AbortSignal): Promise<PublishedBlueprint> {
  const pass = readPass(slug);
  if (pass === null) return await api(getPublishedBlueprint, { params: { slug } }, { signal });
  try {
    return (await api(openPlace, { params: { slug }, body: { pass } }, { signal })).place;
  } catch (error) {
    // Too old, or of a password that was changed: it is asked for again.
    if (error instanceof ApiError && error.code === "blueprint-password-needed") keepPass(slug, null);
    throw error;
  }
}
