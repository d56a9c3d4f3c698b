import type { articleRoutes } from "@blueprint/contract/routes";

/** One entry of an example day. */
export interface Moment {
  readonly time: string;
  readonly text: string;
}

/** One article about one kind of place. It is self-contained: readers need no other article first. */
export interface Article {
  readonly path: (typeof articleRoutes)[number];
  /** The role it is written for. */
  readonly reader: string;
  /** One sentence. */
  readonly title: string;
  readonly lead: string;
  readonly job: { readonly title: string; readonly text: readonly string[] };
  readonly without: { readonly title: string; readonly moments: readonly Moment[] };
  readonly with: { readonly title: string; readonly moments: readonly Moment[] };
  readonly setup: readonly { readonly title: string; readonly text: string }[];
  readonly measure: readonly { readonly what: string; readonly how: string }[];
  /** What it is not suited for, or cannot do yet. */
  readonly limits: readonly string[];
}

/** Every word of an article, in reading order. */
export function toPlainText({ title, lead, job, without, with: after, setup, measure, limits }: Article): string {
  return [
    title,
    lead,
    job.title,
    ...job.text,
    without.title,
    ...without.moments.map(({ text }) => text),
    after.title,
    ...after.moments.map(({ text }) => text),
    ...setup.flatMap((step) => [step.title, step.text]),
    ...measure.flatMap(({ what, how }) => [what, how]),
    ...limits,
  ].join(" ");
}
