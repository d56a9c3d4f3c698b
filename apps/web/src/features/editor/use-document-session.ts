import { useEffect, useState } from "react";
import { keepPageForOffline } from "../../lib/offline-page.ts";
import { useMe } from "../../lib/session.ts";
import { DocumentSession } from "./document-session.ts";

/** Opens a blueprint's document while the screen is there; null for the moment before. */
export function useDocumentSession(blueprintId: string): DocumentSession | null {
  const [session, setSession] = useState<DocumentSession | null>(null);
  const { uid } = useMe().profile;
  useEffect(() => {
    const opened = new DocumentSession(blueprintId, uid);
    setSession(opened);
    void keepPageForOffline();
    return () => {
      setSession(null);
      opened.close();
    };
  }, [blueprintId, uid]);
  return session;
}
