/**
 * The error catalogue: every code an endpoint or socket may answer with, its HTTP status and the text a person reads.
 * Texts of sign-in and sign-up are the specification's (spec §8), to the letter. Screens take their text from here
 * by code and never compare texts.
 */
export const errorCatalogue = {
  "email-already-in-use": { status: 409, message: "An account with this email already exists" },
  "invalid-email": { status: 400, message: "Invalid email address" },
  "file-in-use": {
    status: 409,
    message:
      "A published version shows this file, or it is the cover of a blueprint. It is kept as long as that is so.",
  },
  "operation-not-allowed": { status: 403, message: "Operation not allowed" },
  "weak-password": { status: 400, message: "Password is too weak" },
  "user-disabled": { status: 403, message: "This account has been disabled" },
  "user-not-found": { status: 404, message: "No account found with this email" },
  "wrong-password": { status: 401, message: "Invalid password" },
  "popup-closed-by-user": { status: 400, message: "Google sign-in was cancelled" },
  "popup-blocked": {
    status: 403,
    message: "Your browser blocked the window for signing in with Google. Allow pop-ups for this page and try again.",
  },
  "network-request-failed": { status: 503, message: "Network error occurred. Please check your connection" },
  "access-denied": {
    status: 403,
    message: "Blueprint access is currently invite-only. Please request an invitation to continue.",
  },
  "permission-denied": {
    status: 403,
    message: "Blueprint access is currently invite-only. Please request an invitation to continue.",
  },
  "user-data-missing": {
    status: 500,
    message: "We created your account but couldn't finish loading it. Please try signing in again.",
  },

  "google-profile-not-created": {
    status: 500,
    message: "We couldn't finish setting up your profile after Google sign in. Please try again.",
  },

  unauthenticated: { status: 401, message: "Sign in to continue." },
  "app-check-invalid": {
    status: 401,
    message: "This page could not show that it is Blueprint's own. Reload it; what was uploaded so far is kept.",
  },
  "not-found": { status: 404, message: "This does not exist, or it is not yours to see." },
  forbidden: { status: 403, message: "Your role in this team does not allow this." },
  unauthorized: { status: 403, message: "You may not read or change files here." },
  "invalid-input": { status: 400, message: "Some of what was sent cannot be used. Nothing was changed." },
  "payload-too-large": { status: 413, message: "What was sent is too large. Nothing was changed." },
  "unsupported-media-type": { status: 415, message: "This kind of content is not accepted here. Nothing was changed." },
  "too-many-requests": { status: 429, message: "Too many attempts. Wait a minute and try again." },
  "untrusted-origin": { status: 403, message: "This request came from another site and was refused." },
  "method-not-allowed": { status: 405, message: "This address does not take that kind of request." },
  conflict: { status: 409, message: "Somebody changed this at the same moment. Reload and try again." },
  internal: { status: 500, message: "Something went wrong on our side. Nothing you saved is lost. Try again." },
  "service-unavailable": { status: 503, message: "The service is starting or stopping. Try again in a moment." },

  "api-key-invalid": {
    status: 401,
    message: "This API key is not valid: it is unknown, expired, revoked, or who made it left the team.",
  },
  "api-key-scope-missing": { status: 403, message: "This API key does not have the scope that this needs." },
  "api-key-not-accepted": { status: 403, message: "This is for signed-in people; no API key opens it." },
  "api-keys-too-many": { status: 409, message: "This team has as many API keys as there can be. Revoke one first." },
  "webhooks-too-many": { status: 409, message: "This team has as many webhooks as there can be. Remove one first." },

  "tasks-too-many": {
    status: 409,
    message: "This team has as many tasks as there can be. Delete some that are done. Nothing was changed.",
  },
  "workflows-too-many": { status: 409, message: "This team has as many workflows as there can be. Remove one first." },
  "access-requests-closed": {
    status: 403,
    message:
      "This installation takes no requests for access at the moment. Nothing was sent. An invitation you have still works.",
  },

  "invitation-not-found": { status: 404, message: "This invitation link is not known. Ask for a new one." },
  "invitation-expired": {
    status: 410,
    message: "This invitation has expired. Ask the person who invited you to send it again.",
  },
  "invitation-revoked": { status: 410, message: "This invitation was withdrawn by the person who sent it." },
  "invitation-used": { status: 409, message: "This invitation was already used. Sign in with the account it made." },
  "invitation-for-another": {
    status: 409,
    message: "This invitation is for another e-mail address than the account you are signed in with.",
  },
  "owner-of-others": {
    status: 409,
    message: "You are the only owner of a team with other people. Hand it over first. Nothing was changed.",
  },
  "last-sign-in-method": {
    status: 409,
    message: "This is your only way to sign in. Set a password or add another way first. Nothing was changed.",
  },
  "email-change-expired": {
    status: 410,
    message: "This link was already used or is older than one hour. Your address was not changed; ask for a new link.",
  },
  "passkey-refused": {
    status: 401,
    message: "This passkey was not accepted. Try again, or sign in another way.",
  },
  "passkeys-too-many": {
    status: 409,
    message: "You have as many passkeys as there can be. Remove one first. Nothing was changed.",
  },
  "photo-unreadable": {
    status: 415,
    message:
      "This file is not a photo that can be read. Choose a JPEG, PNG, WebP, AVIF or GIF. Your photo was not changed.",
  },
  "push-service-unknown": {
    status: 400,
    message: "This browser's push service is not known here. Nothing was changed; e-mail and the inbox go on.",
  },
  "team-last-owner": {
    status: 409,
    message: "A team needs an owner. Make somebody else an owner first; nothing was changed.",
  },
  "team-is-personal": {
    status: 409,
    message: "This is a personal team: it stays with its person. Create a team of its own for shared work.",
  },
  "invitation-not-wanted": {
    status: 409,
    message: "Nobody asked to have this invitation for another address. Nothing was changed.",
  },
  "already-member": { status: 409, message: "This person is already a member of the team." },

  "storage-quota-exceeded": {
    status: 402,
    message: "This file does not fit in the team's storage. Nothing was uploaded; everything you have is kept.",
  },
  "storage-full": {
    status: 507,
    message: "The server's disk is full. What was confirmed is kept; the upload can go on once there is room.",
  },
  "plan-limit-published": {
    status: 402,
    message: "Your plan's number of published blueprints is reached. What is published stays published.",
  },
  "plan-limit-editors": {
    status: 402,
    message: "Your plan's number of editors is reached. Everybody keeps their role; viewers and scanners are free.",
  },
  "plan-unchanged": { status: 409, message: "The team is on this plan already. Nothing was changed." },
  "plan-by-contract": {
    status: 400,
    message: "This plan is a contract with the operator of the installation. Ask for it on the plan page.",
  },
  "plan-choose-published": {
    status: 400,
    message: "Choose which published blueprints stay open: more are published than the smaller plan has room for.",
  },
  "trial-used": { status: 409, message: "This team has tried the plan before. Nothing was changed." },
  "payment-service-failed": {
    status: 502,
    message: "The payment service did not answer. Nothing was changed and nothing was charged. Try again.",
  },
  "payment-not-by-card": {
    status: 409,
    message: "Nothing is paid by card for this team, so there is nothing to look at yet.",
  },
  "payment-message-refused": {
    status: 400,
    message: "This message is not the payment service's. Nothing was changed.",
  },

  "upload-not-found": {
    status: 404,
    message: "This upload is too old to go on; start it again. Nothing else is lost.",
  },
  "upload-wrong-offset": { status: 409, message: "The upload continues at another position than was sent." },
  "upload-size-changed": {
    status: 400,
    message: "The size of the file changed during its upload. Start the upload again.",
  },
  "upload-not-active": { status: 409, message: "This upload is already finished or cancelled." },
  "upload-chunk-hash-mismatch": {
    status: 400,
    message: "A part of the file was damaged on the way. It will be sent again.",
  },
  "upload-damaged": {
    status: 400,
    message:
      "A part of the file arrived damaged every time it was sent. What was confirmed is kept. Make sure that nothing changes the file, then go on.",
  },
  "upload-another-file": {
    status: 409,
    message:
      "This is another file than the one whose upload was begun. Nothing of it was sent: choose the file as it was, or cancel this upload and start a new one.",
  },
  "upload-metadata-invalid": { status: 400, message: "The upload's description cannot be read. Nothing was stored." },
  "upload-name-invalid": { status: 400, message: "Files cannot be stored under this name." },
  "upload-file-unreadable": {
    status: 400,
    message:
      "The file on this device cannot be read any more. It may have been moved or changed. What was sent is kept: choose the file again to go on.",
  },

  "scans-too-many": {
    status: 409,
    message: "This blueprint has as many scans as there can be. Remove one first. Nothing was uploaded.",
  },
  "form-full": {
    status: 409,
    message: "This form has as many answers as it can keep. Yours were not sent; its team can put up a new form.",
  },
  "scan-not-ready": { status: 409, message: "This scan is not ready yet." },
  "scan-not-retryable": { status: 409, message: "This scan is not in a state that can be tried again." },

  "publish-conflict": {
    status: 409,
    message: "Somebody published another version at the same moment. Look at it, then publish yours.",
  },
  "publish-nothing-ready": { status: 409, message: "There is nothing to publish yet: no scan is ready." },
  "blueprint-in-bin": { status: 409, message: "This blueprint is in the bin. Restore it first. Nothing was changed." },
  "transfer-busy": {
    status: 409,
    message:
      "A file of this blueprint is being uploaded or converted. Wait until it is done or cancel it, then move the blueprint. Nothing was moved.",
  },
  "transfer-limit-published": {
    status: 402,
    message:
      "The other team's plan has no room for one more published blueprint. Nothing was moved, and the place stays open. Close a place there, choose a larger plan, or take this one offline first.",
  },
  "transfer-limit-storage": {
    status: 402,
    message:
      "The other team's plan has no room for this blueprint's files. Nothing was moved. Make room there or choose a larger plan.",
  },
  "blueprint-archived": { status: 409, message: "This blueprint is archived. Restore it first." },
  "blueprint-not-published": { status: 404, message: "This place is not open to visitors." },
  "blueprint-password-needed": { status: 401, message: "This place opens with a password." },
  "blueprint-password-wrong": { status: 403, message: "That is not the password of this place. Nothing else changed." },
  "document-too-new": {
    status: 409,
    message: "This blueprint was saved by a newer version of Blueprint. It opens for reading only.",
  },
  "document-update-refused": {
    status: 400,
    message: "This change was refused because it does not fit the blueprint. Nothing else was affected.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Names the code of a failure beside the body, for whoever asks for the text alone. */
export const errorCodeHeader = "x-error-code";

/** Body of every answer that is not a success; its `message` alone for whoever would rather have `text/plain`. `fields` maps a field's path to what is wrong with it. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  requestId: string;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(errorCatalogue, value);
}
