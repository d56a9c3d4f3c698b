import type { BlueprintId } from "@blueprint/contract/ids";
import {
  createNamedVersion,
  getSceneAtEdit,
  listEditSessions,
  listNamedVersions,
} from "@blueprint/contract/scene-history";
import { recordScene, type SceneRecord } from "@blueprint/scene/scene-record";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import * as Y from "yjs";
import { api } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/session.ts";

/** Who edited when, newest first. */
export function editSessionsQuery(blueprintId: BlueprintId) {
  return infiniteQueryOptions({
    queryKey: [listEditSessions.url, blueprintId],
    queryFn: ({ pageParam, signal }) =>
      api(
        listEditSessions,
        { params: { blueprintId }, query: pageParam === null ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    refetchOnMount: "always",
  });
}

export function namedVersionsQuery(blueprintId: BlueprintId) {
  return queryOptions({
    queryKey: [listNamedVersions.url, blueprintId],
    queryFn: async ({ signal }) => (await api(listNamedVersions, { params: { blueprintId } }, { signal })).versions,
    refetchOnMount: "always",
  });
}

/** Everything in the document as it was after an edit. */
export function sceneAtEditQuery(blueprintId: BlueprintId, editId: number) {
  return queryOptions({
    queryKey: [getSceneAtEdit.url, blueprintId, editId],
    queryFn: async ({ signal }): Promise<SceneRecord> => {
      const { state } = await api(getSceneAtEdit, { params: { blueprintId, editId } }, { signal });
      const doc = new Y.Doc();
      try {
        Y.applyUpdate(
          doc,
          Uint8Array.from(atob(state), (character) => character.charCodeAt(0)),
        );
        return recordScene(doc);
      } finally {
        doc.destroy();
      }
    },
    // What was, stays.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useNameVersion(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: { name: string; editId?: number }) => api(createNamedVersion, { params: { blueprintId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listNamedVersions.url, blueprintId] }),
  });
}
