/** The host of an address; the address itself if it has none. */
export function toHost(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}
