/** A channel to this origin's other tabs; null where it is blocked, as in frames on other sites in some browsers. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
