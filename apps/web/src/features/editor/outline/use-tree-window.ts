import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";
import { useMediaQuery } from "../../../lib/use-media-query.ts";
import { type TreeRow, toRowKey } from "./outline-sections.ts";

const rowPx = 32;
/** Touch targets need more. */
const coarseRowPx = 44;

/** The part of the tree that is in sight; the active row is kept in it. */
export function useTreeWindow(
  rows: readonly TreeRow[],
  active: number,
  scroller: HTMLElement | null,
): {
  readonly treeRef: RefObject<HTMLDivElement | null>;
  readonly virtual: Virtualizer<HTMLElement, Element>;
  /** Of a row, in CSS pixels. */
  readonly height: number;
} {
  const treeRef = useRef<HTMLDivElement>(null);
  const height = useMediaQuery("(pointer: coarse)") ? coarseRowPx : rowPx;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: treeRef.current?.offsetTop ?? 0,
    getItemKey: (index) => (rows[index] === undefined ? index : toRowKey(rows[index])),
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: "auto" });
  }, [active, virtual]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines of another height are measured anew.
  useEffect(() => virtual.measure(), [height, virtual]);
  return { treeRef, virtual, height };
}
