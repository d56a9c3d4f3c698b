/**
 * Resolves a reference inside an archive: relative to the file that contains it, percent-encoded or not, in any letter
 * case (exports made on Windows), and finally by its bare name, since exporters tend to leave their own absolute paths
 * in. Undefined when nothing matches or the reference leads outside.
 */
export function findZipPart(paths: readonly string[], fromPath: string, reference: string): string | undefined {
  const folder = fromPath.split("/").slice(0, -1);
  const spellings = [reference];
  try {
    spellings.push(decodeURIComponent(reference));
  } catch {
    // A lone percent sign is part of the name.
  }
  for (const spelling of spellings) {
    const segments = [...folder];
    for (const segment of spelling.replaceAll("\\", "/").split("/")) {
      if (segment === "..") segments.pop();
      else if (segment !== "." && segment !== "") segments.push(segment);
    }
    const wanted = segments.join("/");
    const found =
      paths.find((path) => path === wanted) ?? paths.find((path) => path.toLowerCase() === wanted.toLowerCase());
    if (found !== undefined) return found;
  }
  const bareName = spellings.at(-1)?.replaceAll("\\", "/").split("/").at(-1)?.toLowerCase();
  const sameName = paths.filter((path) => path.split("/").at(-1)?.toLowerCase() === bareName);
  return sameName.length === 1 ? sameName[0] : undefined;
}

/** The main file of an archive: the one closest to its top; among those, the largest. */
export function findZipMain(
  paths: readonly string[],
  extensions: RegExp,
  sizeBytes: (path: string) => number,
): string | undefined {
  const depth = (path: string) => path.split("/").length;
  return paths
    .filter((path) => extensions.test(path))
    .sort((a, b) => depth(a) - depth(b) || sizeBytes(b) - sizeBytes(a))[0];
}
