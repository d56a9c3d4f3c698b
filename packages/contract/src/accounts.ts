import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { userIdSchema } from "./ids.ts";
import { emailSchema } from "./text.ts";

/** Start path of the Google sign-in popup, and the type of the message that ends it. */
export const googlePopup = {
  startPath: "/api/auth/oauth-popup/start",
  messageType: "better-auth:oauth-popup",
  providerId: "google",
  callbackPath: "/api/auth/callback/google",
  /** Target of a flow that only confirms the person's identity. It creates no session and ends with this code. */
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
  summary: "Available sign-in methods, and the other origins that sign-in may redirect to.",
  schema: {
    response: z.object({
      /**
       * `other-address`: Google redirects to the public address, not the one in use. `switched-off`: by an operator.
       */
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
  summary: "Resends the links of an address's open invitations. The response is the same if there are none.",
  schema: { body: z.object({ email: emailSchema }), response: z.object({ received: z.literal(true) }) },
  errors: [],
});

export const setAccountDisabled = defineEndpoint({
  method: "POST",
  url: "/api/operator/users/:userId/disabled",
  access: "operator",
  summary: "Disables an account, which ends its sessions everywhere immediately, or enables it again. For operators.",
  schema: {
    params: z.object({ userId: userIdSchema }),
    body: z.object({ disabled: z.boolean() }),
    response: z.object({ disabled: z.boolean(), sessionsEnded: z.number().int() }),
  },
  errors: ["operation-not-allowed"],
});
