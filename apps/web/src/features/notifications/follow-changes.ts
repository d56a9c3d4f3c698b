import { changedEventSchema, missedParameter } from "@blueprint/contract/changes";
import { notificationEventsUrl, unreadEventSchema } from "@blueprint/contract/notifications";
import { z } from "zod";
import { buildSettings } from "../../lib/build-settings.ts";
import { refreshChanged } from "../../lib/changed-queries.ts";
import { openChannel } from "../../lib/open-channel.ts";
import { askWhoIsHere, meQuery, queryClient } from "../../lib/session.ts";
import { noteUnread } from "./notifications.queries.ts";

const name = `${buildSettings.messagingSenderId}.changes`;
const askAgainMs = 1_000;
const askAgainMsMax = 30_000;
/** Events may arrive late. */
const missedAtMostMs = 2_000;
const newsSchema = z.union([unreadEventSchema, changedEventSchema]);

/**
 * Follows every change to the user's inbox and access until the returned function is called. Browsers allow few
 * connections per server: one tab listens and informs the others.
 */
export function followChanges(): () => void {
  const stopping = new AbortController();
  const others = openChannel(name);
  // No data on this page is older than the page itself.
  let heardAt = 0;
  const note = (content: unknown) => {
    const { success, data } = newsSchema.safeParse(content);
    if (!success) return;
    heardAt = performance.now();
    if ("kinds" in data) refreshChanged(data.kinds);
    else noteUnread(data.unreadCount);
  };
  const takeUp = (content: unknown) => {
    note(content);
    others?.postMessage(content);
  };
  others?.addEventListener("message", ({ data }: MessageEvent<unknown>) => note(data));
  const listen = () => listenUntil(stopping.signal, { takeUp, heardAt: () => heardAt });
  // Web Locks need a secure context; without them, every tab listens by itself.
  if (navigator.locks === undefined) void listen();
  else navigator.locks.request(name, { signal: stopping.signal }, listen).catch(() => {});
  return () => {
    stopping.abort();
    others?.close();
  };
}

async function listenUntil(
  signal: AbortSignal,
  { takeUp, heardAt }: { readonly takeUp: (content: unknown) => void; readonly heardAt: () => number },
): Promise<void> {
  let pauseMs = askAgainMs;
  while (!signal.aborted && queryClient.getQueryData(meQuery.queryKey) != null) {
    await new Promise<void>((resolve) => {
      const missedMs = Math.ceil(performance.now() - heardAt() + missedAtMostMs);
      const source = new EventSource(`${notificationEventsUrl}?${missedParameter}=${missedMs}`, {
        withCredentials: true,
      });
      const end = () => {
        source.close();
        resolve();
      };
      const hear = (event: MessageEvent<string>) => {
        pauseMs = askAgainMs;
        takeUp(JSON.parse(event.data));
      };
      signal.addEventListener("abort", end, { once: true });
      source.addEventListener("error", end);
      source.addEventListener("unread", hear);
      source.addEventListener("changed", hear);
    });
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(2 * pauseMs, askAgainMsMax);
    // The stream ends with the session, wherever it was ended: check for a session before listening again.
    const me = await askWhoIsHere().catch(() => undefined);
    if (me === null) return;
  }
}
