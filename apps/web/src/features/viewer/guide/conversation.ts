import { conversationPath } from "@blueprint/contract/conversations";
import { Conversation } from "../../../lib/live-ai/conversation.ts";
import { LiveClient } from "../../../lib/live-ai/live-client.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";
import { getTicket } from "./search-place.queries.ts";

/** A conversation with the guide of a place, through our own server. Connects with the first question. */
export function startConversation(slug: string, eyes: PlaceEyes): Conversation {
  const endpoint = new URL(conversationPath, window.location.href);
  endpoint.protocol = endpoint.protocol.replace("http", "ws");
  return new Conversation({
    createClient: (onContent) =>
      new LiveClient({ apiKey: () => getTicket(slug, eyes), endpoint: endpoint.href, onContent }),
  });
}
