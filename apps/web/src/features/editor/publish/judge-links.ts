import type { LinkAnswer } from "@blueprint/contract/link-check";
import { findLinkProblem } from "@blueprint/scene/link-problem";

export interface JudgedLinks {
  /** Those that do not answer, with what was found out. */
  readonly broken: ReadonlyMap<string, LinkAnswer>;
  /** How many of the document's links nobody can say anything about. */
  readonly unknownCount: number;
}

/**
 * What the server's answers say about the links that the document holds now: it may have changed since they were asked.
 * Links that the checklist names for what they are, such as those into private networks, are not counted as unknown.
 */
export function judgeLinks(links: readonly string[], answers: readonly LinkAnswer[]): JudgedLinks {
  const byUrl = new Map(answers.map((answer) => [answer.url, answer]));
  const broken = new Map<string, LinkAnswer>();
  let unknownCount = 0;
  for (const link of links) {
    const answer = byUrl.get(link);
    if (answer?.outcome === "broken") broken.set(link, answer);
    else if (answer?.outcome !== "reachable" && findLinkProblem(link) === null) unknownCount++;
  }
  return { broken, unknownCount };
}
