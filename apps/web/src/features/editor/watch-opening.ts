import type { DocumentState } from "./document-session.ts";

interface OpeningSession {
  getState(): Pick<DocumentState, "isLoaded" | "isOnline" | "end">;
  subscribe(listener: () => void): () => void;
}

/**
 * Calls back once where a document does not come although its connection stands: its first question, or the answer, was
 * lost on the way, and the library waits for that answer without an end. Answers how to stop.
 */
export function watchOpening(session: OpeningSession, longestMs: number, onStuck: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const { isLoaded, isOnline, end } = session.getState();
    // Without a connection the library tries again by itself.
    if (isLoaded || end !== null || !isOnline) {
      clearTimeout(timer);
      timer = undefined;
    } else timer ??= setTimeout(() => onStuck(), longestMs);
    if (isLoaded || end !== null) unsubscribe();
  };
  const unsubscribe = session.subscribe(look);
  look();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
