import type { Blueprint } from "@blueprint/contract/blueprints";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "../../../lib/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import { newestVersionQuery } from "../editor.queries.ts";

/** Says who published in the meantime. */
export function ConflictNotice({ blueprint }: { readonly blueprint: Blueprint }) {
  const { data: newest } = useQuery(newestVersionQuery(blueprint.id));
  return (
    <Notice tone="attention" title="Someone else just published">
      {newest == null
        ? "Another version was published since you opened this."
        : `${newest.publishedByName} published version ${newest.number} on ${formatDateTime(newest.publishedAt)}.`}{" "}
      What you see here includes their edits. Publish again to save it as version {blueprint.latestVersion + 1}.
    </Notice>
  );
}
