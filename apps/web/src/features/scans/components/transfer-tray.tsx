import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { followScans } from "../scan-events.ts";
import { isSettled } from "../scan-facts.ts";
import { type Transfer, transfers, useShownElsewhere, useTransfers } from "../transfers.store.ts";
import { toTrayHeadline } from "../tray-headline.ts";
import { useSentElsewhere } from "../use-scan-upload.ts";
import { useTrayScans } from "../use-tray-scans.ts";
import { TransferItem } from "./transfer-item.tsx";

// Each event stream holds a connection, and HTTP/1.1 allows six across all tabs.
const followedMax = 2;

/** Uploads and conversions that the user started, shown on every screen: they continue across navigation. */
export function TransferTray({ userId }: { readonly userId: string }) {
  const all = useTransfers();
  const scans = useTrayScans(all);
  const sentElsewhere = useSentElsewhere(all, scans);
  const shownElsewhere = useShownElsewhere();
  const shown = all.filter(({ blueprintId }) => !shownElsewhere.includes(blueprintId));
  // Expanded while anything is running or waiting for the user, until the user toggles it.
  const [wish, setWish] = useState<boolean | null>(null);
  const isOpen = wish ?? shown.some(({ isDone }) => !isDone);

  useEffect(() => void transfers.load(userId), [userId]);

  const moving = all.filter(({ scanId }) => {
    const scan = scans.get(scanId);
    return scan === undefined || !isSettled(scan);
  });
  const followed = [...new Set(moving.map(({ blueprintId }) => blueprintId))].slice(0, followedMax).join(" ");
  useEffect(() => {
    const stops = followed === "" ? [] : followed.split(" ").map((id) => followScans(id as Transfer["blueprintId"]));
    return () => {
      for (const stop of stops) stop();
    };
  }, [followed]);

  if (shown.length === 0) return null;
  return (
    <section
      aria-label="Uploads and conversions"
      className={classNames(
        "fixed right-3 bottom-17 z-30 animate-rise border border-line bg-sheet shadow-overlay md:right-4 md:bottom-4",
        isOpen ? "left-3 sm:left-auto sm:w-96" : "max-w-[calc(100vw-1.5rem)]",
      )}
    >
      <header className="flex items-center justify-between gap-2 py-1 pr-1 pl-4">
        <h2 className="truncate font-strong">{toTrayHeadline(shown, scans, sentElsewhere)}</h2>
        <IconButton
          label={isOpen ? "Collapse uploads" : "Expand uploads"}
          aria-expanded={isOpen}
          icon={isOpen ? ChevronDown : ChevronUp}
          onClick={() => setWish(!isOpen)}
        />
      </header>
      {isOpen ? (
        <ul className="max-h-[min(22rem,50dvh)] overflow-y-auto border-t border-hairline">
          {shown.map((transfer) => (
            <TransferItem key={transfer.scanId} transfer={transfer} scan={scans.get(transfer.scanId)} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
