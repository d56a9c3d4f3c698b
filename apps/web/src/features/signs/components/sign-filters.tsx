import { type SignFilter, signFilters } from "@blueprint/contract/signs";
import { ToggleGroup } from "radix-ui";
import { filterWords } from "../sign-words.ts";

/** Chooses signs by their state, each with how many there are. */
export function SignFilters({
  shown,
  counts,
  onShow,
}: {
  readonly shown: SignFilter;
  /** Undefined until they are known. */
  readonly counts: Readonly<Record<SignFilter, number>> | undefined;
  readonly onShow: (filter: SignFilter) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="State"
      value={shown}
      // Pressing the selected one again keeps it selected.
      onValueChange={(next) => next !== "" && onShow(next as SignFilter)}
      className="-mb-px flex max-w-full gap-1 overflow-x-auto"
    >
      {signFilters.map((filter) => (
        <ToggleGroup.Item
          key={filter}
          value={filter}
          className="inline-flex h-9 shrink-0 items-center gap-2 rounded-sharp border border-transparent px-2.5 text-ink-soft transition-colors duration-120 hover:text-ink data-[state=on]:border-accent data-[state=on]:bg-accent-wash data-[state=on]:font-strong data-[state=on]:text-accent pointer-coarse:h-11"
        >
          {filterWords[filter]}
          <span className="min-w-[1ch] font-mono text-caption tabular-nums">
            {counts?.[filter].toLocaleString("en") ?? ""}
          </span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
