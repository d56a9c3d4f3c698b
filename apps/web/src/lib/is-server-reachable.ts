const answersWithinMs = 800;

/** Whether this page's server answers within a moment, whatever the browser says about the network. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const response = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(answersWithinMs) });
    return response.ok;
  } catch {
    return false;
  }
}
