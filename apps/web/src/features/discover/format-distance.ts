import { formatCount } from "../../lib/format.ts";

/** "300 m", "2.4 km", "1,204 km". Positions are rounded to about 100 m, and so is the distance. */
export function formatDistance(metres: number): string {
  if (metres < 950) return `${Math.max(1, Math.round(metres / 100)) * 100} m`;
  const km = metres / 1_000;
  return `${km < 9.95 ? (Math.round(km * 10) / 10).toFixed(1) : formatCount(Math.round(km))} km`;
}
