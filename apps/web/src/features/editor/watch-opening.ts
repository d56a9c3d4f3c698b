import type { DocumentState } from "./document-connection.ts";

interface OpeningConnection {
  getState(): Pick<DocumentState, "isLoaded" | "isOnline" | "end">;
  subscribe(listener: () => void): () => void;
}

/**
 * Calls back once if a connected document doesn't load: the first request or its answer was lost, and the library waits
 * for it forever. Returns a function that stops watching.
 */
export function watchOpening(connection: OpeningConnection, longestMs: number, onStuck: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const { isLoaded, isOnline, end } = connection.getState();
    // Without a connection, the library retries by itself.
    if (isLoaded || end !== null || !isOnline) {
      clearTimeout(timer);
      timer = undefined;
    } else timer ??= setTimeout(() => onStuck(), longestMs);
    if (isLoaded || end !== null) unsubscribe();
  };
  const unsubscribe = connection.subscribe(look);
  look();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
