/** A group's name while it is being changed. Enter and leaving the field keep it, Escape doesn't. */
export function GroupNameField({
  name,
  onDone,
}: {
  readonly name: string;
  /** Null when the name stays as it was. */
  readonly onDone: (name: string | null) => void;
}) {
  return (
    <input
      aria-label="Group name"
      defaultValue={name}
      maxLength={120}
      // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into.
      autoFocus
      onFocus={(event) => event.target.select()}
      onClick={(event) => event.stopPropagation()}
      onBlur={(event) => onDone(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onDone(event.currentTarget.value);
        else if (event.key === "Escape") onDone(null);
        event.stopPropagation();
      }}
      className="h-6 min-w-0 flex-1 rounded-sharp border border-accent bg-sheet px-1 font-regular text-ink"
    />
  );
}
