import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";

/**
 * Runs a query at most once within `validForMs` per key, however many callers there are; an answer may be that old.
 * Failures are not cached.
 */
export function createRecentAnswers<Answer>(
  clock: Clock,
  { validForMs, keptMax }: { validForMs: number; keptMax: number },
): (key: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const recent = new LRUCache<string, { askedAtMs: number; answer: Promise<Answer> }>({ max: keptMax });
  return (key, ask) => {
    const nowMs = clock.now().getTime();
    const known = recent.get(key);
    // Setting the clock back makes no answer younger.
    if (known !== undefined && nowMs >= known.askedAtMs && nowMs - known.askedAtMs < validForMs) return known.answer;
    const asked = { askedAtMs: nowMs, answer: ask() };
    recent.set(key, asked);
    asked.answer.catch(() => {
      if (recent.peek(key) === asked) recent.delete(key);
    });
    return asked.answer;
  };
}
