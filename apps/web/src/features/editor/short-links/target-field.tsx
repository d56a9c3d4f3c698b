import type { LinkTarget, ShortLinkTarget } from "@blueprint/contract/short-links";
import { useMemo } from "react";
import { type TargetOption, toTargetOptions } from "../../../lib/link-targets.ts";
import { LinkTargetField } from "../../../ui/link-target-field.tsx";
import { useCurrentDocument } from "../use-editor-room.ts";

/** What a short link opens, found by typing. */
export function TargetField({
  target,
  onChange,
}: {
  readonly target: ShortLinkTarget;
  readonly onChange: (target: ShortLinkTarget) => void;
}) {
  return <LinkTargetField options={useTargetOptions()} target={target} onChange={onChange} />;
}

/** Everything that links of this blueprint can open, as in the open document. */
export function useTargetOptions(): readonly TargetOption[] {
  const { tours, views, anchors } = useCurrentDocument().scene;
  return useMemo(
    () =>
      toTargetOptions([
        ...tours.map(({ id, name }): LinkTarget => ({ kind: "tour", value: id, name })),
        ...views.map(({ id, name }): LinkTarget => ({ kind: "view", value: id, name })),
        ...anchors.map(({ id, title }): LinkTarget => ({ kind: "anchor", value: id, name: title })),
      ]),
    [tours, views, anchors],
  );
}
