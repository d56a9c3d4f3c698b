import { useEffect, useState } from "react";
import { keepPageForOffline } from "../../lib/offline-page.ts";
import { useMe } from "../../lib/session.ts";
import { DocumentConnection } from "./document-connection.ts";
import { watchOpening } from "./watch-opening.ts";

/** The server answers or closes sooner; a large document takes a while on a slow connection. */
const openingMsMax = 60_000;

/** Opens a blueprint's document while the screen is mounted; null on the first render. */
export function useDocumentConnection(blueprintId: string): DocumentConnection | null {
  const [connection, setConnection] = useState<DocumentConnection | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { uid } = useMe().profile;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the document anew.
  useEffect(() => {
    const opened = new DocumentConnection(blueprintId, uid);
    setConnection(opened);
    void keepPageForOffline();
    const stopWatching = watchOpening(opened, openingMsMax, () => setAttempt((before) => before + 1));
    return () => {
      stopWatching();
      setConnection(null);
      opened.close();
    };
  }, [blueprintId, uid, attempt]);
  return connection;
}
