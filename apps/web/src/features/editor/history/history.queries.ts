import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import {
  createNamedVersion,
  getSceneAtEdit,
  listEditSessions,
  listNamedVersions,
} from "@blueprint/contract/scene-history";
import { recordScene, type SceneRecord } from "@blueprint/scene/scene-record";
import { queryOptions, useMutation } from "@tanstack/react-query";
import * as Y from "yjs";
import { api } from "../../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../../lib/data-query.ts";
import { refreshQueries } from "../../../lib/refresh-queries.ts";

/** Who edited when, newest first. */
export function editSessionsQuery(blueprintId: BlueprintId) {
  return pagedQuery(listEditSessions, { params: { blueprintId }, query: {} }, "before");
}

export function namedVersionsQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listNamedVersions, { params: { blueprintId } }),
    select: ({ versions }) => versions,
  });
}

/** Everything in the document as it was after an edit. */
export function sceneAtEditQuery(blueprintId: BlueprintId, editId: number) {
  return queryOptions({
    ...dataQuery(getSceneAtEdit, { params: { blueprintId, editId } }),
    select: toRecord,
  });
}

function toRecord({ state }: EndpointResponse<typeof getSceneAtEdit>): SceneRecord {
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
}

export function useNameVersion(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: { name: string; editId?: number }) => api(createNamedVersion, { params: { blueprintId }, body }),
    onSuccess: () => refreshQueries(listNamedVersions, { blueprintId }),
  });
}
