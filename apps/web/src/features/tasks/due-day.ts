import { formatDate } from "../../lib/format.ts";

const dayMs = 24 * 3_600_000;

/** The calendar day of a moment in local time, "2026-11-30". */
export function toDay(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Describes a day relative to today. Calendar days have no time zone. */
export function describeDay(day: string, today: string): { text: string; isOverdue: boolean } {
  const away = Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
  if (away === 0) return { text: "Due today", isOverdue: false };
  if (away === 1) return { text: "Due tomorrow", isOverdue: false };
  const date = formatDate(`${day}T12:00`);
  return away < 0 ? { text: `Overdue since ${date}`, isOverdue: true } : { text: `Due ${date}`, isOverdue: false };
}
