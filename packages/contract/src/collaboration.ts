/** The collaboration socket: Yjs documents over Hocuspocus. */
export const collaborationPath = "/collab";

export function toDocumentName(blueprintId: string): string {
  return `blueprint/${blueprintId}`;
}

/**
 * Sent by the server as a stateless message after updates are on disk: the state vector of what is durable,
 * base64. A client shows "Saved" once its own clock in it is not behind its document's.
 */
export interface DurableMessage {
  type: "durable";
  stateVector: string;
}

/** Socket close codes (4000–4999 are for applications, RFC 6455 §7.4.2). */
export const closeCodes = {
  unauthenticated: 4401,
  notFound: 4404,
  messageTooLarge: 4413,
  updateRefused: 4422,
  serverStopping: 4503,
} as const;
