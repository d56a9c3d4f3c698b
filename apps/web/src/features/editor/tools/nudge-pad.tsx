import { Move } from "lucide-react";

/** Moves the selection with the arrow keys while focused. */
export function NudgePad() {
  return (
    <button
      type="button"
      data-nudge
      className="flex items-center gap-2.5 rounded-sharp border border-dashed border-line px-3 py-2 text-left text-ink-soft focus:border-accent focus:text-ink"
    >
      <Move size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span className="grid">
        Move with the arrow keys
        <span className="text-caption">5 cm per press, 50 cm with Shift. Page Up and Page Down change the height.</span>
      </span>
    </button>
  );
}
