import { Search } from "lucide-react";
import { useId } from "react";
import { controlClass } from "../../../ui/field.tsx";

/** Searches the team's blueprints. */
export function BlueprintSearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="relative min-w-48 flex-1 max-sm:basis-full">
      <label htmlFor={id} className="sr-only">
        Search blueprints
      </label>
      <Search
        size={16}
        strokeWidth={1.5}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
      />
      <input
        id={id}
        type="search"
        placeholder="Search by name, address or tag"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} h-9 pr-3 pl-9 pointer-coarse:h-11`}
      />
    </div>
  );
}
