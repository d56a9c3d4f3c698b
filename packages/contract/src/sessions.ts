import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** One place where somebody is signed in. Times are ISO 8601 in UTC. */
export const personSessionSchema = z.object({
  id: z.uuid(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** In words, such as "Firefox on Windows". */
  device: z.string(),
  /** Address the sign-in came from; null where it is not known. */
  ipAddress: z.string().nullable(),
  createdAt: z.string(),
  /** To within ten minutes. */
  lastSeenAt: z.string(),
});
export type PersonSession = z.infer<typeof personSessionSchema>;

export const listSessions = defineEndpoint({
  method: "GET",
  url: "/api/me/sessions",
  access: "signed-in",
  summary: "Where one is signed in: this session first, then the others, the one seen last before the rest.",
  schema: { response: z.object({ sessions: z.array(personSessionSchema) }) },
  errors: ["unauthenticated"],
});

export const endSession = defineEndpoint({
  method: "DELETE",
  url: "/api/me/sessions/:sessionId",
  access: "signed-in",
  summary: "Signs one of one's own sessions out, on every server and with its open sockets.",
  schema: { params: z.object({ sessionId: z.uuid() }), response: z.object({ ended: z.number().int() }) },
  errors: ["unauthenticated", "not-found"],
});

export const endOtherSessions = defineEndpoint({
  method: "DELETE",
  url: "/api/me/sessions",
  access: "signed-in",
  summary: "Signs every session of one's own out but the one that asks.",
  schema: { response: z.object({ ended: z.number().int() }) },
  errors: ["unauthenticated"],
});
