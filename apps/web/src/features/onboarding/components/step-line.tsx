import { classNames } from "../../../lib/class-names.ts";

/** Current step within the sequence, like a sheet number. */
export function StepLine({ steps, current }: { readonly steps: readonly string[]; readonly current: number }) {
  return (
    <ol className="flex divide-x divide-hairline text-caption" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={classNames(
            "flex flex-1 items-center gap-2.5 px-6 py-2.5 sm:px-9",
            index === current ? "bg-accent-wash font-strong text-accent" : "text-ink-soft",
          )}
        >
          <span className="font-mono">
            {index + 1}/{steps.length}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
