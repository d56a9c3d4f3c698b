import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { userIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { emailSchema, nameLine } from "./text.ts";

/** The current password; a sensitive change may carry it instead of a prior confirmation. */
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
  /** Passkeys are bound to this origin and do not work on pages of any other. */
  passkeyOrigin: z.string(),
  /** A requested address that is not confirmed yet. */
  pendingEmail: z.string().nullable(),
});
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

export const getSignInMethods = defineEndpoint({
  method: "GET",
  url: "/api/me/sign-in-methods",
  access: "signed-in",
  summary: "Sign-in methods of the account.",
  schema: { response: signInMethodsSchema },
  errors: ["unauthenticated"],
});

export const requestEmailChange = defineEndpoint({
  method: "POST",
  url: "/api/me/email",
  access: "signed-in",
  summary:
    "Emails a link to a new address. The address becomes the account's once the link is opened. Never reveals whether it's taken. A sensitive change.",
  schema: { body: z.object({ email: emailSchema, password: ownPassword }), response: signInMethodsSchema },
  errors: ["unauthenticated", "wrong-password", "confirmation-needed"],
});

export const confirmEmailChange = defineEndpoint({
  method: "POST",
  url: "/api/email-changes/:token",
  access: "anyone",
  summary: "Switches the account to the address the link was sent to, and notifies the previous one.",
  schema: { params: z.object({ token: z.string().max(100) }), response: z.object({ email: z.string() }) },
  errors: ["email-change-expired", "email-already-in-use"],
});

export const changePassword = defineEndpoint({
  method: "POST",
  url: "/api/me/password",
  access: "signed-in",
  summary: "Changes the password or sets the first one, which is a sensitive change. All other sessions end.",
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
  summary: "Unlinks Google, unless it's the only sign-in method. A sensitive change.",
  schema: { response: signInMethodsSchema },
  errors: ["unauthenticated", "not-found", "last-sign-in-method", "confirmation-needed"],
});

/** The JSON that WebAuthn exchanges with a browser; the verifying library parses it. */
const webAuthnJson = z.record(z.string(), z.unknown());

export const beginPasskeyConfirmation = defineEndpoint({
  method: "POST",
  url: "/api/me/confirmation/passkey-options",
  access: "signed-in",
  summary: "Options for confirming identity with a passkey. Valid once, for five minutes.",
  schema: { response: z.object({ options: webAuthnJson }) },
  errors: ["unauthenticated"],
});

export const confirmIdentity = defineEndpoint({
  method: "POST",
  url: "/api/me/confirmation",
  access: "signed-in",
  summary:
    "Confirms identity with the password or a passkey response. Sensitive changes in this session don't ask again for ten minutes.",
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
  summary: "Options for creating a passkey (WebAuthn Level 3, §5.4). Valid once, for five minutes. A sensitive change.",
  schema: { body: z.object({ password: ownPassword }), response: z.object({ options: webAuthnJson }) },
  errors: ["unauthenticated", "wrong-password", "passkeys-too-many", "confirmation-needed"],
});

export const addPasskey = defineEndpoint({
  method: "POST",
  url: "/api/me/passkeys",
  access: "signed-in",
  summary: "Adds the passkey the browser created.",
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
  summary: "Removes a passkey, unless it's the only sign-in method. A sensitive change.",
  schema: { params: z.object({ passkeyId: z.uuid() }), response: signInMethodsSchema },
  errors: ["unauthenticated", "not-found", "last-sign-in-method", "confirmation-needed"],
});

export const beginPasskeySignIn = defineEndpoint({
  method: "POST",
  url: "/api/passkey-sign-in/options",
  access: "anyone",
  summary: "Options for signing in with a passkey (WebAuthn Level 3, §5.5). Valid once, for five minutes.",
  schema: { response: z.object({ options: webAuthnJson }) },
  errors: [],
});

export const signInWithPasskey = defineEndpoint({
  method: "POST",
  url: "/api/passkey-sign-in",
  access: "anyone",
  summary: "Signs in with a passkey response and sets the session cookie.",
  schema: { body: z.object({ response: webAuthnJson }), response: z.object({ signedIn: z.literal(true) }) },
  errors: ["passkey-refused", "user-disabled"],
});

export const photoBytesMax = 10 * 1024 * 1024;
/** Side length of the square photos served, in pixels. */
export const photoPixels = 256;

export const putPhoto = defineEndpoint({
  method: "PUT",
  url: "/api/me/photo",
  access: "signed-in",
  summary: "Sets the profile photo: JPEG, PNG, WebP, AVIF or GIF as the body. It's cropped to a small square.",
  schema: { response: z.object({ photoUrl: z.string() }) },
  errors: ["unauthenticated", "photo-unreadable", "payload-too-large"],
});

export const deletePhoto = defineEndpoint({
  method: "DELETE",
  url: "/api/me/photo",
  access: "signed-in",
  summary: "Removes the profile photo.",
  schema: { response: z.object({ deleted: z.literal(true) }) },
  errors: ["unauthenticated"],
});

/** The picture itself, visible to its owner and to members of a shared team; not found for everyone else. */
export const photoUrl = "/api/users/:uid/photo";
export const photoParams = z.object({ uid: userIdSchema });
