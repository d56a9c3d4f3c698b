import { conversationPath } from "@blueprint/contract/conversations";
import { Conversation } from "./conversation.ts";
import { LiveClient } from "./live-client.ts";

/**
 * A conversation with a guide, through our own server. Connects with the first question.
 * @param getTicket called for each connection
 */
export function startRelayedConversation(getTicket: () => Promise<string>): Conversation {
  const endpoint = new URL(conversationPath, window.location.href);
  endpoint.protocol = endpoint.protocol.replace("http", "ws");
  return new Conversation({
    createClient: (onContent) => new LiveClient({ apiKey: getTicket, endpoint: endpoint.href, onContent }),
  });
}
