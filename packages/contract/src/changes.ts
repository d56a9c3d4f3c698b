import { z } from "zod";

/**
 * What may have changed, in the words of `changedEventSchema`. Coarse on purpose: whoever hears of it asks anew, and is
 * answered what they may see then.
 */
export const changeKinds = [
  /** A team's blueprints: names, details, covers, what is published, links of audiences. */
  "blueprints",
  /** Scans that came, went or took another state. */
  "scans",
  /** Bytes of unfinished uploads. */
  "uploads",
  /** Files that count as storage. */
  "storage",
  /** Stored edits of a blueprint's document. */
  "scene",
  /** Named versions of a document. */
  "history",
  /** Answers of visitors to forms. */
  "answers",
  /** A team's members and invitations. */
  "members",
  /** Who one is, one's teams and roles in them. */
  "session",
  "tasks",
  /** Workflows and their runs. */
  "workflows",
  /** Webhooks and their deliveries. */
  "webhooks",
  "api-keys",
  "audit",
  /** A team's plan, limits and invoices. */
  "plan",
  /** One's own requests; all of them for operators. */
  "requests",
  /** One's own ways in, sessions, export and notification settings. */
  "account",
  /** What operators set for the installation. */
  "installation",
  /** Accounts and teams of the installation, for operators. */
  "people",
  /** Invoices of all teams, for operators. */
  "invoices",
  /** How the installation is, for operators. */
  "health",
  /** Short-lived addresses of files grow old. */
  "addresses",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Event `changed` of the event stream. `all`: what was missed is not known. */
export const changedEventSchema = z.object({ kinds: z.union([z.literal("all"), z.array(z.string())]) });

/** Query parameter of the event stream: what changed in these last milliseconds is told first. */
export const missedParameter = "missedMs";
