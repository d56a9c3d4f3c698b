import { ApiError, buildUrl } from "@blueprint/contract/api-client";
import { getPublishedBlueprint, openPlace, type PublishedBlueprint } from "@blueprint/contract/published";
import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "../../../lib/data-query.ts";
import { readJson } from "../../../lib/read-json.ts";
import { keepPass, readPass } from "./place-pass.ts";
import type { PlaceEyes } from "./visitor-search.ts";

/** The published version of a blueprint, as the visitor may see it. */
export const publishedBlueprintQuery = (slug: string, { key, as }: PlaceEyes) =>
  queryOptions({
    ...dataQuery(getPublishedBlueprint, { params: { slug }, query: { key, as } }),
    queryFn: ({ queryKey, signal }) => fetchPlace(slug, { key, as }, String(queryKey[0]), signal),
  });

/** Sends the password's pass in the body, which no log records. */
async function fetchPlace(
  slug: string,
  query: { key: PlaceEyes["key"]; as: PlaceEyes["as"] },
  path: string,
  signal: AbortSignal,
): Promise<PublishedBlueprint> {
  const pass = readPass(slug);
  if (pass === null) return getPublishedBlueprint.schema.response.parse(await readJson({ path, signal }));
  try {
    const opened = await readJson({ path: buildUrl(openPlace.url, { slug }, query), body: { pass }, signal });
    return openPlace.schema.response.parse(opened).place;
  } catch (error) {
    // The pass expired, or the password changed: ask for it again.
    if (error instanceof ApiError && error.code === "blueprint-password-needed") keepPass(slug, null);
    throw error;
  }
}
