import { limits } from "@blueprint/contract/limits";
import type { LinkTarget } from "@blueprint/contract/short-links";
import { nameLinkTarget } from "../../../lib/link-targets.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";

/** Chooses anchors that get signs. */
export function AnchorChoice({
  anchors,
  chosen,
  error,
  onChange,
}: {
  readonly anchors: readonly LinkTarget[];
  readonly chosen: readonly LinkTarget[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly LinkTarget[]) => void;
}) {
  if (anchors.length === 0)
    return <p className="text-ink-soft">This blueprint has no anchors yet. Place some in the editor first.</p>;
  const all = anchors.slice(0, limits.signsAddedAtOnceMax);
  return (
    <div className="grid gap-2">
      <div className="max-h-72 overflow-y-auto">
        <CheckboxList
          label="Anchors"
          options={anchors.map((anchor, index) => ({
            value: anchor.value,
            label: `${index + 1}. ${nameLinkTarget(anchor)}`,
          }))}
          chosen={chosen.map(({ value }) => value)}
          error={error}
          onChange={(values) => onChange(anchors.filter(({ value }) => values.includes(value)))}
        />
      </div>
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => onChange(chosen.length === all.length ? [] : all)}
      >
        {chosen.length === all.length
          ? "Select none"
          : `Select ${all.length === anchors.length ? "all" : `the first ${all.length}`}`}
      </Button>
    </div>
  );
}
