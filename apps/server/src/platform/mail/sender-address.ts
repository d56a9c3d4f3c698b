/** Returns the address of a sender such as `Blueprint <mail@example.org>` or `mail@example.org`. */
export function toSenderAddress(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}
