import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { type SheetHeight, settleSheet, sheetHeights, stepSheet } from "./sheet-height.ts";

const tapPx = 6;

/** The one sheet on a phone's screen, above the bottom bar. Its handle changes the height by drag, tap and keyboard. */
export function VisitorSheet({
  height,
  onHeight,
  onClose,
  children,
}: {
  readonly height: SheetHeight;
  readonly onHeight: (height: SheetHeight) => void;
  /** Called when the sheet is pulled all the way down. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useWording();
  const sheetRef = useRef<HTMLDivElement>(null);
  const drag = useRef<{ startY: number; startPx: number; y: number; atMs: number; speed: number } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const startPx = sheetRef.current?.clientHeight ?? 0;
    drag.current = { startY: event.clientY, startPx, y: event.clientY, atMs: event.timeStamp, speed: 0 };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.current;
    if (now === null || sheetRef.current === null) return;
    const elapsed = event.timeStamp - now.atMs;
    if (elapsed > 0) now.speed = (now.y - event.clientY) / elapsed;
    now.y = event.clientY;
    now.atMs = event.timeStamp;
    sheetRef.current.style.transition = "none";
    sheetRef.current.style.height = `${Math.max(0, now.startPx + now.startY - now.y)}px`;
  };
  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => {
    const ended = drag.current;
    const sheet = sheetRef.current;
    drag.current = null;
    if (ended === null || sheet === null) return;
    const shownPx = sheet.clientHeight;
    sheet.style.transition = "";
    sheet.style.height = "";
    if (event.type === "pointercancel") return;
    if (Math.abs(ended.y - ended.startY) < tapPx) {
      onHeight(height === "half" ? "full" : "half");
      return;
    }
    const next = settleSheet(shownPx, measureHeights(sheet), ended.speed);
    if (next === null) onClose();
    else onHeight(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = {
      ArrowUp: stepSheet(height, 1),
      ArrowRight: stepSheet(height, 1),
      ArrowDown: stepSheet(height, -1),
      ArrowLeft: stepSheet(height, -1),
      Home: "peek",
      End: "full",
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onHeight(next as SheetHeight);
  };

  return (
    <div
      ref={sheetRef}
      data-panel="sheet"
      data-sheet={height}
      className={classNames(
        "absolute right-0 bottom-(--bar) left-0 z-20 flex animate-rise flex-col overflow-hidden border-line border-t bg-sheet transition-[height] duration-160 ease-out motion-reduce:transition-none sm:left-auto",
        height === "full" ? "sm:w-full" : "sm:w-96 sm:border-l",
        height === "peek" && "h-(--sheet-peek)",
        height === "half" && "h-(--sheet-half)",
        height === "full" && "h-(--sheet-full)",
      )}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("sheet.height")}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={sheetHeights.length - 1}
        aria-valuenow={sheetHeights.indexOf(height)}
        aria-valuetext={t(`sheet.${height}`)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
        className="grid h-6 shrink-0 cursor-ns-resize touch-none place-items-center focus-visible:-outline-offset-2"
      >
        <span className="h-1 w-10 rounded-full bg-line" />
      </div>
      {children}
    </div>
  );
}

/** Pixels of every height, from the custom properties that set them. */
function measureHeights(sheet: HTMLElement): [number, number, number] {
  const [peek, half, full] = sheetHeights.map((name) => {
    // A new element for each height: one whose height changes keeps the old one until its transition begins.
    const probe = document.createElement("div");
    probe.style.position = "absolute";
    probe.style.height = `var(--sheet-${name})`;
    sheet.append(probe);
    const height = probe.offsetHeight;
    probe.remove();
    return height;
  });
  return [peek!, half!, full!];
}
