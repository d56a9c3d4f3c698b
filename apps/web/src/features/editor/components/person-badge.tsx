import { classNames } from "../../../lib/class-names.ts";
import { toInitials } from "../people.ts";

/** A person as two initials in their colour. The name must be next to it or in its label. */
export function PersonBadge({
  name,
  colour,
  className,
}: {
  readonly name: string;
  readonly colour: string;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      style={{ background: colour }}
      className={classNames(
        "grid size-6 place-items-center rounded-full border-2 border-sheet font-mono text-[0.625rem] font-strong text-on-accent",
        className,
      )}
    >
      {toInitials(name)}
    </span>
  );
}
