import { openDraftConversation } from "@blueprint/contract/conversations";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import type { Conversation } from "../../lib/live-ai/conversation.ts";
import { startRelayedConversation } from "../../lib/live-ai/relay.ts";

/** A conversation about a draft while the screen is mounted; null on the first render, and without an AI service. */
export function useDraftConversation(blueprintId: BlueprintId, isAvailable: boolean): Conversation | null {
  const [conversation, setConversation] = useState<Conversation | null>(null);
  useEffect(() => {
    if (!isAvailable) return;
    const params = { blueprintId };
    const started = startRelayedConversation(async () => (await api(openDraftConversation, { params })).ticket);
    setConversation(started);
    return () => {
      setConversation(null);
      started.close();
    };
  }, [blueprintId, isAvailable]);
  return conversation;
}
