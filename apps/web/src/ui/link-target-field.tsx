import type { ShortLinkTarget } from "@blueprint/contract/short-links";
import { useMemo, useState } from "react";
import { findByWords } from "../lib/find-by-words.ts";
import { nameTarget, type TargetOption, toOutsideOption } from "../lib/link-targets.ts";
import { Combobox } from "./combobox.tsx";

const shownMax = 50;

/** What a short link opens, found by typing. */
export function LinkTargetField({
  options,
  target,
  onChange,
}: {
  readonly options: readonly TargetOption[];
  readonly target: ShortLinkTarget;
  readonly onChange: (target: ShortLinkTarget) => void;
}) {
  /** Null while the chosen target stands in the field. */
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => {
    const outside = toOutsideOption(typed ?? "");
    return outside === null ? findByWords(typed ?? "", options, shownMax) : [outside];
  }, [typed, options]);
  return (
    <Combobox
      label="Opens"
      hint="The place, a tour, a view, an anchor, or https:// and an address of your own web site."
      text={typed ?? nameTarget(target, options)}
      onText={setTyped}
      isAsked={typed !== null}
      options={found}
      onChoose={(option) => {
        setTyped(null);
        onChange(option.target);
      }}
      isSearching={false}
      nothing="Nothing in this blueprint has that name."
    />
  );
}
