import type { Notification } from "@blueprint/contract/notifications";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { inboxQuery, useReadNotifications } from "../notifications.queries.ts";

/** The user's notifications, newest first. Calls `onLeave` when a notification opens another screen. */
export function InboxPanel({ onLeave }: { readonly onLeave: () => void }) {
  const list = useInfiniteQuery(inboxQuery);
  const read = useReadNotifications();
  const navigate = useNavigate();
  const newest = list.data?.pages[0]?.notifications[0];
  const unread = list.data?.pages[0]?.unreadCount ?? 0;
  const open = ({ id, path, isRead }: Notification) => {
    if (!isRead) read.mutate({ ids: [id] });
    if (path === null) return;
    onLeave();
    // Not `to`, which treats the query string as part of the path until the page has loaded.
    void navigate({ href: path });
  };
  return (
    <section className="grid max-h-[min(32rem,70dvh)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <header className="flex items-center justify-between gap-3 border-b border-hairline px-4 py-2.5">
        <h2 className="font-strong">Inbox</h2>
        {newest === undefined || unread === 0 ? null : (
          <Button size="small" variant="quiet" busy={read.isPending} onClick={() => read.mutate({ upTo: newest.id })}>
            Mark all as read
          </Button>
        )}
      </header>
      <div className="overflow-y-auto pb-2">
        <PagedList
          list={list}
          toItems={(page) => page.notifications}
          toKey={({ id }) => id}
          renderTotal={() => null}
          listClass="divide-y divide-hairline border-b border-hairline"
          renderItem={(notification) => (
            <button
              type="button"
              onClick={() => open(notification)}
              className="grid w-full grid-cols-[0.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span aria-hidden="true" className={notification.isRead ? "" : "mt-1.5 size-2 rounded-full bg-accent"} />
              <span className="grid min-w-0 gap-0.5">
                <span className={notification.isRead ? "break-words" : "font-strong break-words"}>
                  {notification.isRead ? null : <span className="sr-only">Unread: </span>}
                  {notification.title}
                </span>
                {notification.body === "" ? null : (
                  <span className="line-clamp-3 break-words text-ink-soft">{notification.body}</span>
                )}
                <time dateTime={notification.createdAt} className="text-caption text-ink-soft">
                  {formatDateTime(notification.createdAt)}
                </time>
              </span>
            </button>
          )}
          pending={<Skeleton className="m-4 h-24" />}
          nothing={
            <p className="px-4 py-10 text-center text-ink-soft text-pretty">
              No notifications yet. Mentions, finished scans and accepted invitations appear here.
            </p>
          }
        />
      </div>
      <footer className="border-t border-hairline px-4 py-2.5">
        <Link
          to="/settings"
          search={{ section: "notifications" }}
          onClick={onLeave}
          className="text-accent underline-offset-2 hover:underline"
        >
          Notification settings
        </Link>
      </footer>
    </section>
  );
}
