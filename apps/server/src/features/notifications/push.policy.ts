/** Push services of the known browsers: the server calls no other address that a browser names. */
const pushServiceHosts = [
  "fcm.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
] as const;

/** Whether an endpoint belongs to a known push service, or to one of the configured origins. */
export function isPushService(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, username, port } = new URL(endpoint);
  if (origins.includes(origin)) return true;
  if (protocol !== "https:" || username !== "" || port !== "") return false;
  return pushServiceHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
