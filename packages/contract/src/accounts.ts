import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { userIdSchema } from "./ids.ts";
import { emailSchema } from "./text.ts";

/** Where the popup of signing in with Google begins, and the type of the message with which it ends. */
export const googlePopup = {
  startPath: "/api/auth/oauth-popup/start",
  messageType: "better-auth:oauth-popup",
  providerId: "google",
  callbackPath: "/api/auth/callback/google",
  /** Where a flow leads that confirms who one is. It makes no session: it ends with this code. */
  confirmPath: "/settings",
  confirmedCode: "confirmed",
} as const;

export const googleStates = [
  "available",
  "not-configured",
  "issuer-unreachable",
  "other-address",
  "switched-off",
] as const;
export type GoogleState = (typeof googleStates)[number];

export const getAuthMethods = defineEndpoint({
  method: "GET",
  url: "/api/auth-methods",
  access: "anyone",
  summary: "Ways to sign in here, and the origins besides our own to which signing in may lead.",
  schema: {
    response: z.object({
      /** `other-address`: Google leads back to the server's public address, which is not the one asked under. `switched-off`: by an operator. */
      google: z.enum(googleStates),
      destinationOrigins: z.array(z.string()),
    }),
  },
  errors: [],
});

export const resendInvitations = defineEndpoint({
  method: "POST",
  url: "/api/invitations/resend",
  access: "anyone",
  summary: "Sends the links of an address's open invitations again. Answers the same when there is none.",
  schema: { body: z.object({ email: emailSchema }), response: z.object({ received: z.literal(true) }) },
  errors: [],
});

export const setAccountDisabled = defineEndpoint({
  method: "POST",
  url: "/api/operator/users/:userId/disabled",
  access: "operator",
  summary: "Disables an account, which ends its sessions everywhere at once, or enables it again. For operators.",
  schema: {
    params: z.object({ userId: userIdSchema }),
    body: z.object({ disabled: z.boolean() }),
    response: z.object({ disabled: z.boolean(), sessionsEnded: z.number().int() }),
  },
  errors: ["operation-not-allowed"],
});
