import { notificationEventsUrl, unreadEventSchema } from "@blueprint/contract/notifications";
import { buildSettings } from "../../lib/build-settings.ts";
import { meQuery, queryClient, refreshMe } from "../../lib/session.ts";
import { noteUnread } from "./notifications.queries.ts";

const name = `${buildSettings.messagingSenderId}.inbox`;
const askAgainMs = 1_000;
const askAgainMsMax = 30_000;

/**
 * Hears of every change of one's inbox until the returned function is called. Browsers open few connections to one
 * server: of several tabs one listens and tells the others.
 */
export function followInbox(): () => void {
  const stopping = new AbortController();
  const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  others?.addEventListener("message", ({ data }: MessageEvent<unknown>) => note(data));
  const listen = () => listenUntil(stopping.signal, (content) => others?.postMessage(content));
  // Locks exist in secure contexts only; elsewhere every tab listens for itself.
  if (navigator.locks === undefined) void listen();
  else navigator.locks.request(name, { signal: stopping.signal }, listen).catch(() => {});
  return () => {
    stopping.abort();
    others?.close();
  };
}

async function listenUntil(signal: AbortSignal, tellOthers: (content: unknown) => void): Promise<void> {
  let pauseMs = askAgainMs;
  while (!signal.aborted && queryClient.getQueryData(meQuery.queryKey) != null) {
    await new Promise<void>((resolve) => {
      const source = new EventSource(notificationEventsUrl, { withCredentials: true });
      const end = () => {
        source.close();
        resolve();
      };
      signal.addEventListener("abort", end, { once: true });
      source.addEventListener("error", end);
      source.addEventListener("unread", (event: MessageEvent<string>) => {
        pauseMs = askAgainMs;
        const content: unknown = JSON.parse(event.data);
        note(content);
        tellOthers(content);
      });
    });
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(2 * pauseMs, askAgainMsMax);
    // The stream ends with the session, wherever that was ended: who is here is asked before listening again.
    const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    if (me === null) return;
  }
}

let unreadBefore: number | null = null;

function note(content: unknown): void {
  const { success, data } = unreadEventSchema.safeParse(content);
  if (!success) return;
  // News may be of one's own role: what a person may not do any more is not offered from then on.
  if (unreadBefore !== null && data.unreadCount > unreadBefore) void refreshMe();
  unreadBefore = data.unreadCount;
  noteUnread(data.unreadCount);
}
