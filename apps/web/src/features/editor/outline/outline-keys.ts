import type { TreeRow } from "./outline-sections.ts";

/** What a key does in the outline: a way to go, or something to do with the row. */
export type KeyAction = "down" | "up" | "first" | "last" | "enter" | "open" | "close" | "name";

/** Null for keys that do nothing on the row. */
export function findKeyAction(key: string, row: TreeRow | undefined): KeyAction | null {
  if (key === "ArrowDown") return "down";
  if (key === "ArrowUp") return "up";
  if (key === "Home") return "first";
  if (key === "End") return "last";
  if (key === "Enter") return "enter";
  if (row?.type !== "group" && row?.type !== "section") return null;
  if (key === "ArrowRight") return "open";
  if (key === "ArrowLeft") return "close";
  return key === "F2" ? "name" : null;
}

/** The row that a key goes to from the active one (-1 for none); null for actions that go nowhere. */
export function findNextRow(action: KeyAction, active: number, count: number): number | null {
  const last = count - 1;
  const clamp = (index: number) => Math.min(Math.max(index, 0), last);
  switch (action) {
    case "down":
      return clamp(active + 1);
    case "up":
      return active === -1 ? last : clamp(active - 1);
    case "first":
      return 0;
    case "last":
      return last;
    default:
      return null;
  }
}
