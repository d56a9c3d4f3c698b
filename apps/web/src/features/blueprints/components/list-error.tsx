/** The server's error of a list as a whole; nothing where a row shows its own. */
export function ListError({
  rowCount,
  errorOf,
}: {
  readonly rowCount: number;
  /** The error of a row, by its index, or of all rows, an empty name. */
  readonly errorOf: (field: string) => string | undefined;
}) {
  const isInRow = Array.from({ length: rowCount }, (_, index) => errorOf(String(index))).some(Boolean);
  const error = isInRow ? undefined : errorOf("");
  if (error === undefined) return null;
  return (
    <p role="alert" className="text-caption font-strong text-danger">
      {error}
    </p>
  );
}
