import crawlers from "crawler-user-agents";
import { LRUCache } from "lru-cache";

const robots = new RegExp(crawlers.map(({ pattern }) => pattern).join("|"));
/** Browsers of most visitors share few user agents; hundreds of patterns need not be tried for each request. */
const known = new LRUCache<string, boolean>({ max: 5_000 });
const userAgentCharactersMax = 400;

/** Whether a user agent is that of a robot or a link preview, by the list of the package crawler-user-agents. */
export function isRobot(userAgent: string | undefined): boolean {
  // Browsers always name themselves.
  if (userAgent === undefined || userAgent === "") return true;
  const name = userAgent.slice(0, userAgentCharactersMax);
  let verdict = known.get(name);
  if (verdict === undefined) {
    verdict = robots.test(name);
    known.set(name, verdict);
  }
  return verdict;
}
