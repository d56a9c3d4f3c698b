import type { LinkAnswer } from "@blueprint/contract/link-check";
import { findLinkProblem } from "@blueprint/scene/link-problem";

export interface JudgedLinks {
  /** Links that don't respond, with their check results. */
  readonly broken: ReadonlyMap<string, LinkAnswer>;
  /** Number of the document's links without a clear result. */
  readonly unknownCount: number;
}

/**
 * Matches the server's results with the document's current links, which may have changed since the check. Links that
 * the checklist already flags, such as those into private networks, don't count as unknown.
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
