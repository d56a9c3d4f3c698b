import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { EventListener } from "../../platform/events/event-listener.ts";
import type { EventOf, EventType } from "../../platform/events/product-events.ts";
import { accountNotices } from "./account-notices.ts";
import { claimNotices } from "./claim-notices.ts";
import type { Notices } from "./notices.ts";
import { decisiveNoticeMail, securityNoticeMail } from "./notifications.mail.ts";
import { notify } from "./notify.service.ts";
import { planNotices } from "./plan-notices.ts";
import { hasTeam, listMailboxes } from "./recipients.repository.ts";
import { requestNotices } from "./request-notices.ts";
import { teamNotices } from "./team-notices.ts";
import { workNotices } from "./work-notices.ts";

const notices = {
  ...teamNotices,
  ...workNotices,
  ...planNotices,
  ...accountNotices,
  ...requestNotices,
  ...claimNotices,
};

export function createNotificationsListener(
  context: Pick<AppContext, "ids" | "clock" | "jobs" | "config">,
): EventListener {
  return {
    name: "notifications",
    hears: Object.fromEntries(
      Object.entries(notices as Notices<EventType>).map(([type, tell]) => [
        type,
        async (tx: Tx, event: EventOf<EventType>) => {
          for (const { to, isSecurity, isMailed, ...notification } of await tell(tx, event as never, context)) {
            // What an event is about may be gone when it arrives.
            if (notification.teamId !== null && !(await hasTeam(tx, notification.teamId))) continue;
            const mailboxes = await listMailboxes(tx, to);
            const people = mailboxes.map(({ userId }) => userId);
            const notified = await notify(tx, context, people, notification, event);
            if (isSecurity !== true && isMailed !== true) continue;
            const { title, body = "", path } = notification;
            const url = context.config.publicUrl + path;
            for (const { name, email: to, userId } of mailboxes)
              if (notified.includes(userId)) {
                const mail =
                  isSecurity === true
                    ? securityNoticeMail({ to, name, title, body, url })
                    : decisiveNoticeMail({ to, name, title, body, url });
                await context.jobs.enqueue(tx, "send-mail", mail);
              }
          }
        },
      ]),
    ) as EventListener["hears"],
  };
}
