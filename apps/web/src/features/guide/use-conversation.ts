import { useEffect, useRef, useState } from "react";
import { buildSettings } from "../../lib/build-settings.ts";
import { Conversation } from "../../lib/live-ai/conversation.ts";
import { createConfiguredLiveClient } from "../../lib/live-ai/live-client.ts";
import { type KnowledgeEntry, toPrompt, toSpokenLead } from "./knowledge.ts";

/** Whether a live AI is configured in the build (spec §1). */
export const hasLiveAi: boolean = buildSettings.aiKey !== undefined;

/** One conversation while the screen is mounted; null on the first render, and without live AI. */
export function useConversation(entries: readonly KnowledgeEntry[]): Conversation | null {
  const latest = useRef(entries);
  latest.current = entries;
  const [conversation, setConversation] = useState<Conversation | null>(null);
  useEffect(() => {
    if (!hasLiveAi) return;
    const opened = new Conversation({
      createClient: (onContent) => {
        const client = createConfiguredLiveClient(buildSettings, onContent);
        if (client === null) throw new Error("No live AI is configured.");
        return client;
      },
      toPrompt: (question) => toPrompt(latest.current, question),
      toSpokenLead: () => toSpokenLead(latest.current),
    });
    setConversation(opened);
    return () => {
      setConversation(null);
      opened.close();
    };
  }, []);
  return conversation;
}
