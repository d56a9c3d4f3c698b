import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { userIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { emailSchema, nameLine } from "./text.ts";

/** What a sensitive change may carry, in place of a confirmation before it. */
const ownPassword = z.string().max(limits.passwordCharactersMax).optional();
const newPassword = z
  .string()
  .min(limits.passwordCharactersMin, { error: `At least ${limits.passwordCharactersMin} characters.` })
  .max(limits.passwordCharactersMax);

const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

const signInMethodsSchema = z.object({
  hasPassword: z.boolean(),
  google: z.object({ linkedAt: z.string() }).nullable(),
  passkeys: z.array(passkeySchema),
  /** Passkeys belong to this origin; on a page of another one they cannot be used. */
  passkeyOrigin: z.string(),
  /** An address that was asked for and not confirmed yet. */
  pendingEmail: z.string().nullable(),
});
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

export const getSignInMethods = defineEndpoint({
  method: "GET",
  url: "/api/me/sign-in-methods",
  access: "signed-in",
  summary: "The ways in which one can sign in.",
  schema: { response: signInMethodsSchema },
  errors: ["unauthenticated"],
});

export const requestEmailChange = defineEndpoint({
  method: "POST",
  url: "/api/me/email",
  access: "signed-in",
  summary:
    "Mails a link to a new address; it becomes one's own once the link is opened. Never says whether it is taken. A sensitive change.",
  schema: { body: z.object({ email: emailSchema, password: ownPassword }), response: signInMethodsSchema },
  errors: ["unauthenticated", "wrong-password", "confirmation-needed"],
});

export const confirmEmailChange = defineEndpoint({
  method: "POST",
  url: "/api/email-changes/:token",
  access: "anyone",
  summary: "Makes the address that the link was mailed to the account's own, and tells the former one.",
  schema: { params: z.object({ token: z.string().max(100) }), response: z.object({ email: z.string() }) },
  errors: ["email-change-expired", "email-already-in-use"],
});

export const changePassword = defineEndpoint({
  method: "POST",
  url: "/api/me/password",
  access: "signed-in",
  summary: "Sets another password, or the first one, which is a sensitive change. Every other session ends.",
  schema: {
    body: z.object({ password: ownPassword, newPassword }),
    response: z.object({ sessionsEnded: z.number().int() }),
  },
  errors: ["unauthenticated", "wrong-password", "weak-password", "confirmation-needed"],
});

export const unlinkGoogle = defineEndpoint({
  method: "DELETE",
  url: "/api/me/google",
  access: "signed-in",
  summary: "Takes Google away as a way in; never the last one. A sensitive change.",
  schema: { response: signInMethodsSchema },
  errors: ["unauthenticated", "not-found", "last-sign-in-method", "confirmation-needed"],
});

/** What WebAuthn gives to and takes from a browser; read by the library that checks it. */
const webAuthnJson = z.record(z.string(), z.unknown());

export const beginPasskeyConfirmation = defineEndpoint({
  method: "POST",
  url: "/api/me/confirmation/passkey-options",
  access: "signed-in",
  summary: "Options for confirming with a passkey of one's own who one is, good for five minutes and once.",
  schema: { response: z.object({ options: webAuthnJson }) },
  errors: ["unauthenticated"],
});

export const confirmIdentity = defineEndpoint({
  method: "POST",
  url: "/api/me/confirmation",
  access: "signed-in",
  summary:
    "Confirms who one is, by the password or by what a passkey answered. For ten minutes, sensitive changes of this session ask for nothing more.",
  schema: {
    body: z.union([
      z.strictObject({ password: z.string().max(limits.passwordCharactersMax) }),
      z.strictObject({ response: webAuthnJson }),
    ]),
    response: z.object({ confirmed: z.literal(true) }),
  },
  errors: ["unauthenticated", "wrong-password", "passkey-refused"],
});

export const beginPasskey = defineEndpoint({
  method: "POST",
  url: "/api/me/passkeys/options",
  access: "signed-in",
  summary: "Options for making a passkey (WebAuthn Level 3, §5.4), good for five minutes and once. A sensitive change.",
  schema: { body: z.object({ password: ownPassword }), response: z.object({ options: webAuthnJson }) },
  errors: ["unauthenticated", "wrong-password", "passkeys-too-many", "confirmation-needed"],
});

export const addPasskey = defineEndpoint({
  method: "POST",
  url: "/api/me/passkeys",
  access: "signed-in",
  summary: "Adds the passkey that the browser made.",
  schema: {
    body: z.object({ name: nameLine(60), response: webAuthnJson }),
    response: signInMethodsSchema,
  },
  errors: ["unauthenticated", "passkey-refused", "passkeys-too-many"],
});

export const removePasskey = defineEndpoint({
  method: "DELETE",
  url: "/api/me/passkeys/:passkeyId",
  access: "signed-in",
  summary: "Takes a passkey away; never the last way in. A sensitive change.",
  schema: { params: z.object({ passkeyId: z.uuid() }), response: signInMethodsSchema },
  errors: ["unauthenticated", "not-found", "last-sign-in-method", "confirmation-needed"],
});

export const beginPasskeySignIn = defineEndpoint({
  method: "POST",
  url: "/api/passkey-sign-in/options",
  access: "anyone",
  summary: "Options for signing in with a passkey (WebAuthn Level 3, §5.5), good for five minutes and once.",
  schema: { response: z.object({ options: webAuthnJson }) },
  errors: [],
});

export const signInWithPasskey = defineEndpoint({
  method: "POST",
  url: "/api/passkey-sign-in",
  access: "anyone",
  summary: "Signs in with what a passkey answered; the session's cookie comes with it.",
  schema: { body: z.object({ response: webAuthnJson }), response: z.object({ signedIn: z.literal(true) }) },
  errors: ["passkey-refused", "user-disabled"],
});

export const photoBytesMax = 10 * 1024 * 1024;
/** Served photos are squares of so many pixels. */
export const photoPixels = 256;

export const putPhoto = defineEndpoint({
  method: "PUT",
  url: "/api/me/photo",
  access: "signed-in",
  summary: "Sets one's photo: JPEG, PNG, WebP, AVIF or GIF as the body. It is cut to a square and stored small.",
  schema: { response: z.object({ photoUrl: z.string() }) },
  errors: ["unauthenticated", "photo-unreadable", "payload-too-large"],
});

export const deletePhoto = defineEndpoint({
  method: "DELETE",
  url: "/api/me/photo",
  access: "signed-in",
  summary: "Takes one's photo away.",
  schema: { response: z.object({ deleted: z.literal(true) }) },
  errors: ["unauthenticated"],
});

/** The picture itself: for oneself and for people of a team in common; for everybody else it does not exist. */
export const photoUrl = "/api/users/:uid/photo";
export const photoParams = z.object({ uid: userIdSchema });
