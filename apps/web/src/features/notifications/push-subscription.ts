const workerPath = "/push-worker.js";

export type PushSupport = "unsupported" | "denied" | "possible";

/** Push needs a secure context and the user's permission; on an iPhone, the page must be on the home screen. */
export function findPushSupport(): PushSupport {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "denied" : "possible";
}

/** The endpoint of this browser's subscription, if there is one. */
export async function findOwnEndpoint(): Promise<string | null> {
  if (findPushSupport() === "unsupported") return null;
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Asks for permission, then subscribes this browser. @throws Error with a message for the user */
export async function subscribeBrowser(publicKey: string) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("Notifications are blocked. Allow them for this page, then try again.");
  await navigator.serviceWorker.register(workerPath);
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new Error("Couldn't reach this browser's push service. Try again later.");
    });
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
