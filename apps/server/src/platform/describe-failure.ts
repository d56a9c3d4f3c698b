/**
 * Why something failed, never empty. A connection that is refused at several addresses, for one, has no message of its
 * own: the causes have.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error) || "Nothing was said about why.";
  if (error.message !== "") return error.message;
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(describeFailure))].join("; ");
  if (error.cause !== undefined) return describeFailure(error.cause);
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
