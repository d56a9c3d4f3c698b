import { z } from "zod";

/**
 * What may have changed, as sent in `changedEventSchema`. Coarse on purpose: a client that receives one fetches again
 * and gets what it may see at that time.
 */
export const changeKinds = [
  /** A team's blueprints: names, details, covers, what is published, links of audiences. */
  "blueprints",
  /** Scans added, removed or in a new state. */
  "scans",
  /** Bytes of unfinished uploads. */
  "uploads",
  /** Files that count as storage. */
  "storage",
  /** Stored edits of a blueprint's document. */
  "scene",
  /** Named versions of a document. */
  "history",
  /** Short links of blueprints, and their uses. */
  "short-links",
  /** Tokens of embedded numbers, and their last use. */
  "embed-tokens",
  /** Web domains of a team. */
  "web-domains",
  /** Signs of blueprints, and their sheets. */
  "signs",
  /** What was read of a blueprint's documents. */
  "documents",
  /** What visitors of a blueprint's place asked and it didn't answer. */
  "questions",
  /** A blueprint's guide tests, and their runs. */
  "guide-tests",
  /** Minutes that a blueprint's guide was spoken with, and their limit. */
  "guide-minutes",
  /** Answers of visitors to forms. */
  "answers",
  /** A team's members and invitations. */
  "members",
  /** The person's identity, teams and roles. */
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
  /** Claims of places, and codes that prove them. */
  "claims",
  /** The person's own requests; all requests for operators. */
  "requests",
  /** The person's sign-in methods, sessions, export and notification settings. */
  "account",
  /** Installation settings, for operators. */
  "installation",
  /** Accounts and teams of the installation, for operators. */
  "people",
  /** Invoices of all teams, for operators. */
  "invoices",
  /** Health of the installation, for operators. */
  "health",
  /** Short-lived file URLs are about to expire. */
  "addresses",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Event `changed` of the event stream. `all`: the missed changes are unknown. */
export const changedEventSchema = z.object({ kinds: z.union([z.literal("all"), z.array(z.string())]) });

/** Query parameter of the event stream: changes of the last so many milliseconds are sent first. */
export const missedParameter = "missedMs";
