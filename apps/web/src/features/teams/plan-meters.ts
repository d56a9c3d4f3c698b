import { type PlanType, priceBook } from "@blueprint/contract/price-book";
import type { TeamRole } from "@blueprint/contract/roles";
import { formatBytes, formatCount } from "../../lib/format.ts";

export interface PlanMeter {
  readonly id: "published" | "storage" | "editors";
  readonly label: string;
  readonly used: string;
  /** Null: without a limit. */
  readonly limit: string | null;
  /** 0–1 and above; 0 without a limit. */
  readonly fraction: number;
  /** How the number was made. */
  readonly source: string;
}

export interface PlanUsage {
  readonly storageBytes: number;
  readonly storageBytesMax: number | null;
  readonly publishedBlueprints: number;
  readonly publishedBlueprintsMax: number | null;
}

// product §9: viewers and scanners are free.
const editingRoles: readonly TeamRole[] = ["owner", "admin", "editor"];

/** What a team uses of its plan, each number with where it comes from. */
export function toPlanMeters(planType: PlanType, usage: PlanUsage, roles: readonly TeamRole[]): readonly PlanMeter[] {
  const editors = roles.filter((role) => editingRoles.includes(role)).length;
  return [
    {
      id: "published",
      label: "Published blueprints",
      ...toMeasure(usage.publishedBlueprints, usage.publishedBlueprintsMax, formatCount),
      source:
        "Blueprints of this team that visitors can open right now. Drafts, archived and binned ones are not counted.",
    },
    {
      id: "storage",
      label: "Storage",
      ...toMeasure(usage.storageBytes, usage.storageBytesMax, formatBytes),
      source:
        "The sizes of all originals, running uploads with their whole size, and of the files made from them. Decimal units: 1 GB is 1,000,000,000 bytes.",
    },
    {
      id: "editors",
      label: "Editors",
      ...toMeasure(editors, priceBook[planType].editorsMax, formatCount),
      source: "Members who are owner, admin or editor. Viewers, scanners and open invitations are not counted.",
    },
  ];
}

function toMeasure(used: number, limit: number | null, format: (value: number) => string) {
  return {
    used: format(used),
    limit: limit === null ? null : format(limit),
    fraction: limit === null ? 0 : limit === 0 ? 1 : used / limit,
  };
}
