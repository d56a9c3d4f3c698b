import { type PlanLimit, type PlanMeter, soldPlanLimits } from "@blueprint/contract/plans";
import { formatBytes, formatCount, formatDate } from "../../lib/format.ts";

/** Name of a meter, and how its number is calculated. */
export const meterWords: Record<PlanLimit, { readonly label: string; readonly source: string }> = {
  publishedBlueprints: {
    label: "Published blueprints",
    source: "Blueprints visitors can open right now. Drafts and blueprints in the archive or bin don’t count.",
  },
  storageBytes: {
    label: "Storage",
    source:
      "All originals, the full size of uploads in progress, and converted files, plus every blueprint's content and edit history in compressed form. 1 GB is 1,000,000,000 bytes.",
  },
  editors: {
    label: "Editors",
    source: "Owners, admins and editors, plus open invitations to these roles. Viewers and scanners are free.",
  },
  guideMinutes: {
    label: "Guide minutes this month",
    source:
      "Time visitors and this team's guides have spoken since the first of the month (UTC). Written answers are free.",
  },
};

/** The meters that plans are priced by. */
export function listSoldMeters(meters: readonly PlanMeter[]): PlanMeter[] {
  return meters.filter(({ limit }) => soldPlanLimits.some((sold) => sold === limit));
}

export const meterTones = { fine: "accent", near: "attention", reached: "danger" } as const;

export function formatMeter(limit: PlanLimit, value: number): string {
  return limit === "storageBytes" ? formatBytes(value) : formatCount(Math.floor(value));
}

/** Fraction of the limit: 0–1 and above; 0 without a limit. */
export function toFraction({ used, max }: Pick<PlanMeter, "used" | "max">): number {
  if (max === null) return 0;
  return max === 0 ? 1 : used / max;
}

const pauses: Record<PlanLimit, string> = {
  publishedBlueprints: "publishing more places is paused",
  storageBytes: "new uploads are paused",
  editors: "inviting more editors is paused",
  guideMinutes: "guides answer in text only until next month",
};

/** Consequence of a reached limit; null below it. */
export function toLimitNotice({ limit, level, graceEndsAt, isPaused }: PlanMeter): string | null {
  if (level !== "reached") return null;
  if (isPaused) return `Now ${pauses[limit]}. Nothing you already have changes.`;
  if (graceEndsAt === null) return null;
  return `You can continue until ${formatDate(graceEndsAt)}. Then ${pauses[limit]}.`;
}
