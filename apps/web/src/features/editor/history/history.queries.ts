import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import {
  createNamedVersion,
  getSceneAtEdit,
  listChangeSets,
  listNamedVersions,
} from "@blueprint/contract/scene-history";
import { readScene, type Scene } from "@blueprint/scene/read-scene";
import { recordScene, type SceneRecord } from "@blueprint/scene/scene-record";
import { queryOptions, useMutation } from "@tanstack/react-query";
import * as Y from "yjs";
import { api } from "../../../lib/api.ts";
import { fromBase64 } from "../../../lib/base64.ts";
import { dataQuery, pagedQuery } from "../../../lib/data-query.ts";
import { refreshQueries } from "../../../lib/refresh-queries.ts";
import { queryClient } from "../../../lib/session.ts";

/** Their names come from replaying them: a page is kept short. */
const changeSetsPerPage = 20;

/** Change sets with what each changed, newest first. */
export function changeSetsQuery(blueprintId: BlueprintId) {
  const query = { with: "changes" as const, limit: changeSetsPerPage };
  return pagedQuery(listChangeSets, { params: { blueprintId }, query }, "before");
}

export function namedVersionsQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listNamedVersions, { params: { blueprintId } }),
    select: ({ versions }) => versions,
  });
}

/** The whole document as of an edit. */
export function sceneAtEditQuery(blueprintId: BlueprintId, editId: number) {
  return queryOptions({
    ...dataQuery(getSceneAtEdit, { params: { blueprintId, editId } }),
    select: toRecord,
  });
}

/** The scene as of an edit, to be shown. */
export async function fetchSceneAtEdit(blueprintId: BlueprintId, editId: number): Promise<Scene> {
  const answer = await queryClient.fetchQuery(dataQuery(getSceneAtEdit, { params: { blueprintId, editId } }));
  return readState(answer, readScene);
}

function toRecord(answer: EndpointResponse<typeof getSceneAtEdit>): SceneRecord {
  return readState(answer, recordScene);
}

function readState<Value>({ state }: EndpointResponse<typeof getSceneAtEdit>, read: (doc: Y.Doc) => Value): Value {
  const doc = new Y.Doc();
  try {
    Y.applyUpdate(doc, fromBase64(state));
    return read(doc);
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
