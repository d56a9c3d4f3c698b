import { ApiError } from "@blueprint/contract/api-client";
import type { EmbeddedNumbers } from "@blueprint/contract/embed-tokens";
import { useCallback, useEffect, useRef, useState } from "react";
import { fetchEmbeddedNumbers } from "./embedded-numbers.queries.ts";

/** A little less than the minute in which numbers are counted, and in which a revocation must take effect. */
const askedEveryMs = 50_000;

/** Why no numbers came. `ended` and `invalid` are final. */
export type Problem = "ended" | "invalid" | "offline" | "failed";

export interface Shown {
  /** The last ones that came; null before, and once the token has ended. */
  readonly numbers: EmbeddedNumbers | null;
  /** Of the last attempt. */
  readonly problem: Problem | null;
}

/** The numbers of a token, asked for again each minute while the page is visible, and never while it is hidden. */
export function useEmbeddedNumbers(token: string): Shown & { readonly ask: () => void } {
  const [shown, setShown] = useState<Shown>({ numbers: null, problem: null });
  const askRef = useRef(() => {});
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let askedAtMs = Number.NEGATIVE_INFINITY;
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      clearTimeout(timer);
      askedAtMs = performance.now();
      const answer = await fetchEmbeddedNumbers(token, leaving.signal).then(
        (numbers) => ({ numbers, problem: null }),
        (error: unknown) => ({ numbers: null, problem: toProblem(error) }),
      );
      isAsking = false;
      if (leaving.signal.aborted) return;
      const isFinal = answer.problem === "ended" || answer.problem === "invalid";
      setShown((before) => (answer.problem === null || isFinal ? answer : { ...before, problem: answer.problem }));
      if (isFinal) leaving.abort();
      else askLater();
    };
    const askLater = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible")
        timer = setTimeout(ask, Math.max(0, askedAtMs + askedEveryMs - performance.now()));
    };
    const options = { signal: leaving.signal };
    document.addEventListener("visibilitychange", askLater, options);
    addEventListener("online", () => void ask(), options);
    askRef.current = () => void ask();
    void ask();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [token]);
  return { ...shown, ask: useCallback(() => askRef.current(), []) };
}

function toProblem(error: unknown): Problem {
  if (!navigator.onLine) return "offline";
  if (!(error instanceof ApiError)) return "failed";
  if (error.code === "embed-token-ended") return "ended";
  return error.code === "embed-token-invalid" ? "invalid" : "failed";
}
