import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useState } from "react";
import { Popover } from "../../../ui/popover.tsx";
import { unreadQuery } from "../notifications.queries.ts";
import { InboxPanel } from "./inbox-panel.tsx";

const shownMax = 99;

/** The bell that opens the inbox, with the unread count. */
export function InboxButton() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const [isOpen, setOpen] = useState(false);
  const shown = unread > shownMax ? `${shownMax}+` : String(unread);
  return (
    <Popover
      label="Inbox"
      align="end"
      wide
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={unread === 0 ? "Inbox, no unread notifications" : `Inbox, ${shown} unread`}
          className="relative inline-grid size-9 shrink-0 place-items-center rounded-sharp text-ink-soft transition-colors duration-120 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        >
          <Bell size={18} strokeWidth={1.5} aria-hidden="true" />
          {unread === 0 ? null : (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 font-mono text-[0.625rem] leading-none text-on-accent"
            >
              {shown}
            </span>
          )}
        </button>
      }
    >
      <InboxPanel onLeave={() => setOpen(false)} />
    </Popover>
  );
}
