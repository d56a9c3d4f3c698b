const partCharactersMax = 60;

/** `Café “Röstwerk”` → `cafe-rostwerk-x7k2p9`: readable, and unguessable enough for an unlisted link. */
export function toSlug(name: string, randomPart: string): string {
  const readable = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, partCharactersMax)
    .replace(/^-+|-+$/g, "");
  return readable === "" ? randomPart : `${readable}-${randomPart}`;
}
