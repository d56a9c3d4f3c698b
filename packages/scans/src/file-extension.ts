const extensionCharactersMax = 12;

/** The lower-case extension without its dot, or "" when the name has none. Safe for names of any length and content. */
export function fileExtension(name: string): string {
  const tail = name.slice(-extensionCharactersMax - 1);
  const dot = tail.lastIndexOf(".");
  if (dot < 0) return "";
  const extension = tail.slice(dot + 1).toLowerCase();
  return /^[a-z0-9]+$/.test(extension) ? extension : "";
}
