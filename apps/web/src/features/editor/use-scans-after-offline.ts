import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Scans that could not be loaded without a connection are loaded again once it is back, from fresh addresses. The number
 * grows with each try.
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
