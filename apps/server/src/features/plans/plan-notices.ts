import type { PlanLimit } from "@blueprint/contract/plans";

const nouns: Record<PlanLimit, string> = {
  publishedBlueprints: "published blueprints",
  storageBytes: "storage",
  editors: "editors",
  guideMinutes: "guide minutes",
};

const pauses: Record<PlanLimit, string> = {
  publishedBlueprints: "publishing more places is paused",
  storageBytes: "new uploads are paused",
  editors: "inviting more editors is paused",
  guideMinutes: "guides answer in text only until next month",
};

export interface LimitFacts {
  teamName: string;
  limit: PlanLimit;
  notice: "near" | "reached" | "paused";
  used: number;
  max: number;
  /** Null without grace. */
  graceEndsAt: Date | null;
}

/** Appended to every notice about a plan. */
export const whatIsKept = "Published places stay open to visitors, and nothing you've stored is deleted.";

/** Says that a limit is near or reached, what continues and what pauses. */
export function toLimitNotice({ teamName, limit, notice, used, max, graceEndsAt }: LimitFacts): {
  title: string;
  body: string;
} {
  const noun = nouns[limit];
  const measure = `${teamName} uses ${toAmount(limit, used)} of ${toAmount(limit, max)}.`;
  const next = {
    near:
      limit === "guideMinutes"
        ? `Once you reach the limit, ${pauses[limit]}.`
        : `Once you reach the limit, you have a grace period before ${pauses[limit]}.`,
    reached:
      graceEndsAt === null
        ? `Now ${pauses[limit]}.`
        : `You can continue until ${toDate(graceEndsAt)}. Then ${pauses[limit]}.`,
    paused: `The grace period is over: ${pauses[limit]}.`,
  }[notice];
  const title = {
    near: `${teamName} is close to its limit of ${noun}`,
    reached: `${teamName} has reached its limit of ${noun}`,
    paused: `${teamName}: ${pauses[limit]}`,
  }[notice];
  return { title, body: `${measure} ${next} ${whatIsKept}` };
}

export function toDate(date: Date): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(date);
}

function toAmount(limit: PlanLimit, value: number): string {
  if (limit === "storageBytes") return `${(value / 1e9).toLocaleString("en", { maximumFractionDigits: 1 })} GB`;
  return Math.floor(value).toLocaleString("en");
}
