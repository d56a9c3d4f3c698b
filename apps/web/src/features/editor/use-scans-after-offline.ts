import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Reloads scans that failed while offline once the connection is back, with fresh URLs. The number increases with each
 * attempt.
 */
export function useScansAfterOffline(hasFailed: boolean, isOnline: boolean, reload: () => Promise<unknown>): number {
  const [attempt, setAttempt] = useState(0);
  const isWanted = useRef(false);
  useEffect(() => {
    if (hasFailed && !isOnline) isWanted.current = true;
  }, [hasFailed, isOnline]);
  const tryAgain = useEffectEvent(async () => {
    await reload();
    setAttempt((before) => before + 1);
  });
  useEffect(() => {
    if (!isOnline || !isWanted.current) return;
    isWanted.current = false;
    void tryAgain();
  }, [isOnline]);
  return attempt;
}
