import { type Blueprint, listBlueprintVersions } from "@blueprint/contract/blueprints";
import { findUnpublishedChanges, type UnpublishedChange } from "@blueprint/scene/unpublished-changes";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { dataQuery } from "../../../lib/data-query.ts";
import { useCurrentDocument } from "../use-editor-room.ts";

/** What differs from the published version, as the team sees it. */
export interface UnpublishedChanges {
  readonly version: number;
  readonly byId: ReadonlyMap<string, UnpublishedChange>;
}

/** Null while nothing is published. */
export function useUnpublishedChanges({
  id,
  publishedVersion: version,
}: Pick<Blueprint, "id" | "publishedVersion">): UnpublishedChanges | null {
  const { data } = useQuery({
    ...dataQuery(listBlueprintVersions, { params: { blueprintId: id }, query: { with: "scene" } }),
    enabled: version !== null,
  });
  const scene = useDeferredValue(useCurrentDocument().scene);
  return useMemo(() => {
    const published = data?.servedScene ?? null;
    const isCurrent = data?.versions.some(({ number, isServed }) => isServed && number === version);
    if (version === null || published === null || isCurrent !== true) return null;
    return { version, byId: findUnpublishedChanges(scene, published, "staff") };
  }, [scene, data, version]);
}
