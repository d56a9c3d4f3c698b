import { getPublishedBlueprint } from "@blueprint/contract/published";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

/** The version of a blueprint that visitors see. */
export const publishedBlueprintQuery = (slug: string) =>
  queryOptions({
    queryKey: ["/api/published", slug],
    queryFn: ({ signal }) => api(getPublishedBlueprint, { params: { slug } }, { signal }),
  });
