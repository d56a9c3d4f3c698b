import { limits } from "@blueprint/contract/limits";
import type { ShortLinkTarget } from "@blueprint/contract/short-links";
import { TextField } from "../../../ui/text-field.tsx";
import { TargetField } from "./target-field.tsx";

/** The two fields that every short link has. */
export function TargetAndLabel({
  target,
  onTarget,
  label,
  onLabel,
}: {
  readonly target: ShortLinkTarget;
  readonly onTarget: (target: ShortLinkTarget) => void;
  readonly label: string;
  readonly onLabel: (label: string) => void;
}) {
  return (
    <>
      <TargetField target={target} onChange={onTarget} />
      <TextField
        label="Label"
        optional
        maxLength={limits.shortLinkLabelCharactersMax}
        value={label}
        hint="Where it hangs or what it's for. Only your team sees it."
        onChange={(event) => onLabel(event.target.value)}
      />
    </>
  );
}
