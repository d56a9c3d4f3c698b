import {
  type Blueprint,
  type BlueprintState,
  binBlueprint,
  createBlueprint,
  getBlueprint,
  listBlueprints,
  listBlueprintTags,
  listDetailChoices,
  moveBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { createSampleBlueprint } from "@blueprint/contract/sample";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

export interface BlueprintFilter {
  readonly state: "open" | BlueprintState;
  readonly search: string;
  readonly tag?: string | undefined;
}

/** The team's blueprints, most recently changed first, paginated. */
export function blueprintsQuery(teamId: string, { state, search, tag }: BlueprintFilter) {
  return pagedQuery(listBlueprints, {
    query: {
      teamId,
      state,
      limit: limits.blueprintsPerPageMax,
      ...(search === "" ? {} : { search }),
      ...(tag === undefined ? {} : { tag }),
    },
  });
}

/** Tags in use on the team's blueprints. */
export function blueprintTagsQuery(teamId: TeamId) {
  return dataQuery(listBlueprintTags, { params: { teamId } });
}

/** Choices for a blueprint's details. The picture URLs are short-lived. */
export function detailChoicesQuery(blueprintId: BlueprintId) {
  return dataQuery(listDetailChoices, { params: { blueprintId } });
}

async function refreshBlueprints() {
  await Promise.all([refreshQueries(listBlueprints), refreshQueries(listBlueprintTags)]);
}

export function useCreateBlueprint() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createBlueprint>["body"]): Promise<Blueprint> =>
      api(createBlueprint, { body }),
    onSuccess: refreshBlueprints,
  });
}

/** Adds the example museum to a team. */
export function useAddSample() {
  return useMutation({
    mutationFn: (teamId: TeamId): Promise<Blueprint> => api(createSampleBlueprint, { body: { teamId } }),
    onSuccess: refreshBlueprints,
  });
}

/** Saves a blueprint's details and its venue's. */
export function useChangeDetails(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateBlueprint>["body"]): Promise<Blueprint> =>
      api(updateBlueprint, { params: { blueprintId }, body }),
    onSuccess: (blueprint) => {
      queryClient.setQueryData(dataQuery(getBlueprint, { params: { blueprintId } }).queryKey, blueprint);
      return refreshBlueprints();
    },
  });
}

export type BlueprintMove = "archived" | "binned" | "restored";

function move(blueprintId: BlueprintId, to: BlueprintMove) {
  const params = { blueprintId };
  return to === "binned" ? api(binBlueprint, { params }) : api(moveBlueprint, { params, body: { to } });
}

export function useMoveBlueprint() {
  return useMutation({
    mutationFn: ({ blueprintId, to }: { readonly blueprintId: BlueprintId; readonly to: BlueprintMove }) =>
      move(blueprintId, to),
    onSuccess: refreshBlueprints,
  });
}

/** Moves several blueprints in sequence; a refused one doesn't stop the others. */
export function useMoveBlueprints() {
  return useMutation({
    mutationFn: async ({ ids, to }: { readonly ids: readonly BlueprintId[]; readonly to: BlueprintMove }) => {
      const moved: BlueprintId[] = [];
      const refused: unknown[] = [];
      for (const blueprintId of ids)
        await move(blueprintId, to).then(
          () => moved.push(blueprintId),
          (error: unknown) => refused.push(error),
        );
      return { moved, refused };
    },
    onSuccess: refreshBlueprints,
  });
}
