import { useEffect, useState } from "react";
import { DocumentSession } from "./document-session.ts";

/** Opens a blueprint's document while the screen is there; null for the moment before. */
export function useDocumentSession(blueprintId: string): DocumentSession | null {
  const [session, setSession] = useState<DocumentSession | null>(null);
  useEffect(() => {
    const opened = new DocumentSession(blueprintId);
    setSession(opened);
    return () => {
      setSession(null);
      opened.close();
    };
  }, [blueprintId]);
  return session;
}
