/** The target of gamepad buttons: the centre of the view. */
export function Aim() {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-1/2 size-2 -translate-1/2 rounded-full border border-sheet bg-accent"
    />
  );
}
