import type { UnpublishedChange } from "@blueprint/scene/unpublished-changes";
import { CirclePlus, PencilLine } from "lucide-react";
import { Tooltip } from "../../../ui/tooltip.tsx";

/** Says that visitors do not see an object as it is now. */
export function UnpublishedMark({ change, version }: { readonly change: UnpublishedChange; readonly version: number }) {
  const Icon = change === "new" ? CirclePlus : PencilLine;
  const label = `${change === "new" ? "New" : "Changed"} since version ${version}`;
  return (
    <Tooltip text={label} side="right">
      <span role="img" aria-label={label} className="shrink-0 text-attention">
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      </span>
    </Tooltip>
  );
}
