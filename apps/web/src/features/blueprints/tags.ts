/** Parses comma-separated tags. */
export function toTags(typed: string): string[] {
  return typed
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

export function toTypedTags(tags: readonly string[]): string {
  return tags.join(", ");
}
