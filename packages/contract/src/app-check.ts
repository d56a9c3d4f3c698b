import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** The storage protocol's header for an app-check token (spec §7). */
export const appCheckHeader = "x-firebase-appcheck";

/** How long a token is valid after it was issued. */
export const appCheckLifetimeMs = 30 * 60_000;

export const issueAppCheckToken = defineEndpoint({
  method: "POST",
  url: "/api/app-check-token",
  access: "anyone",
  summary: "A short-lived token that proves to the storage endpoints that a request comes from one of our own pages.",
  schema: { response: z.object({ token: z.string(), expiresInMs: z.number().int() }) },
  errors: ["untrusted-origin"],
});
