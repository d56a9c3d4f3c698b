import type { PlanLimit } from "@blueprint/contract/plans";

const nouns: Record<PlanLimit, string> = {
  publishedBlueprints: "published blueprints",
  storageBytes: "storage",
  editors: "editors",
  guideMinutes: "guide minutes",
};

const pauses: Record<PlanLimit, string> = {
  publishedBlueprints: "publishing further places pauses",
  storageBytes: "new uploads pause",
  editors: "inviting further editors pauses",
  guideMinutes: "the guide answers in text only, until the next month",
};

export interface LimitFacts {
  teamName: string;
  limit: PlanLimit;
  notice: "near" | "reached" | "paused";
  used: number;
  max: number;
  /** Null where there is no grace. */
  graceEndsAt: Date | null;
}

/** Beside every notice about a plan. */
export const whatIsKept = "What is published stays open to visitors and what is stored stays stored.";

/** Tells that a limit is near or reached, what goes on and what pauses. */
export function toLimitNotice({ teamName, limit, notice, used, max, graceEndsAt }: LimitFacts): {
  title: string;
  body: string;
} {
  const noun = nouns[limit];
  const measure = `${teamName} uses ${toAmount(limit, used)} of ${toAmount(limit, max)}.`;
  const next = {
    near: `At the limit there are days of grace before ${pauses[limit]}.`,
    reached:
      graceEndsAt === null
        ? `From now on ${pauses[limit]}.`
        : `You can go on until ${toDate(graceEndsAt)}. After that day ${pauses[limit]}.`,
    paused: `The days of grace are over: ${pauses[limit]}.`,
  }[notice];
  const title = {
    near: `${teamName}: little is left of your ${noun}`,
    reached: `${teamName}: the limit of your ${noun} is reached`,
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
