import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** A signed-in session of a person. Times are ISO 8601 in UTC. */
export const personSessionSchema = z.object({
  id: z.uuid(),
  /** The session that sends this request. */
  isCurrent: z.boolean(),
  /** Human-readable, such as "Firefox on Windows". */
  device: z.string(),
  /** IP address of the sign-in; null if unknown. */
  ipAddress: z.string().nullable(),
  createdAt: z.string(),
  /** Accurate to ten minutes. */
  lastSeenAt: z.string(),
});
export type PersonSession = z.infer<typeof personSessionSchema>;

export const listSessions = defineEndpoint({
  method: "GET",
  url: "/api/me/sessions",
  access: "signed-in",
  summary: "The caller's sessions: this one first, then the others, most recently seen first.",
  schema: { response: z.object({ sessions: z.array(personSessionSchema) }) },
  errors: ["unauthenticated"],
});

export const endSession = defineEndpoint({
  method: "DELETE",
  url: "/api/me/sessions/:sessionId",
  access: "signed-in",
  summary: "Signs out one of the caller's sessions on every server and closes its open sockets.",
  schema: { params: z.object({ sessionId: z.uuid() }), response: z.object({ ended: z.number().int() }) },
  errors: ["unauthenticated", "not-found"],
});

export const endOtherSessions = defineEndpoint({
  method: "DELETE",
  url: "/api/me/sessions",
  access: "signed-in",
  summary: "Signs out all the caller's sessions except the current one.",
  schema: { response: z.object({ ended: z.number().int() }) },
  errors: ["unauthenticated"],
});
