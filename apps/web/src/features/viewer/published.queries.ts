import { ApiError } from "@blueprint/contract/api-client";
import { getPublishedBlueprint, openPlace, type PublishedBlueprint } from "@blueprint/contract/published";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { keepPass, readPass } from "./place-pass.ts";
import type { PlaceEyes } from "./visitor-search.ts";

/** The published version of a blueprint, as who asks may see it. */
export const publishedBlueprintQuery = (slug: string, { key, as }: PlaceEyes) =>
  queryOptions({
    queryKey: ["/api/published", slug, key ?? "", as ?? ""],
    queryFn: ({ signal }) => fetchPlace(slug, { key, as }, signal),
  });

async function fetchPlace(
  slug: string,
  query: { key: PlaceEyes["key"]; as: PlaceEyes["as"] },
  signal: AbortSignal,
): Promise<PublishedBlueprint> {
  const pass = readPass(slug);
  if (pass === null) return await api(getPublishedBlueprint, { params: { slug }, query }, { signal });
  try {
    return (await api(openPlace, { params: { slug }, query, body: { pass } }, { signal })).place;
  } catch (error) {
    // Too old, or of a password that was changed: it is asked for again.
    if (error instanceof ApiError && error.code === "blueprint-password-needed") keepPass(slug, null);
    throw error;
  }
}
