/**
 * The error catalogue: every code an endpoint or socket may return, with its HTTP status and user-facing text.
 * Texts of sign-in and sign-up follow the specification (spec §8) to the letter. Screens look up their text here
 * by code and never compare texts.
 */
export const errorCatalogue = {
  "email-already-in-use": { status: 409, message: "An account with this email already exists" },
  "invalid-email": { status: 400, message: "Invalid email address" },
  "file-in-use": {
    status: 409,
    message: "This file is part of a published version or is a blueprint's cover, so it can't be deleted or replaced.",
  },
  "operation-not-allowed": { status: 403, message: "Operation not allowed" },
  "weak-password": { status: 400, message: "Password is too weak" },
  "user-disabled": { status: 403, message: "This account has been disabled" },
  "user-not-found": { status: 404, message: "No account found with this email" },
  "wrong-password": { status: 401, message: "Invalid password" },
  "popup-closed-by-user": { status: 400, message: "Google sign-in was cancelled" },
  "popup-blocked": {
    status: 403,
    message: "Your browser blocked the Google sign-in window. Allow pop-ups for this page and try again.",
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
    message: "We couldn't verify that this request came from Blueprint. Reload the page. Your uploads so far are safe.",
  },
  "not-found": { status: 404, message: "We couldn't find that, or you don't have access." },
  forbidden: { status: 403, message: "Your role in this team doesn't allow that." },
  unauthorized: { status: 403, message: "You don't have permission to read or change files here." },
  "invalid-input": { status: 400, message: "Some of the values aren't valid. Nothing was changed." },
  "payload-too-large": { status: 413, message: "That's too large. Nothing was changed." },
  "unsupported-media-type": { status: 415, message: "This content type isn't supported here. Nothing was changed." },
  "too-many-requests": { status: 429, message: "Too many attempts. Wait a minute and try again." },
  "request-timeout": {
    status: 408,
    message: "The request took too long to arrive. Try again.",
  },
  "headers-too-large": { status: 431, message: "The request headers are too large. Nothing was changed." },
  "host-unknown": {
    status: 421,
    message: "This server isn't set up for this host name. Its operator can add it.",
  },
  "untrusted-origin": { status: 403, message: "This request came from another site, so we blocked it." },
  "method-not-allowed": { status: 405, message: "This address doesn't support that request method." },
  conflict: { status: 409, message: "Someone else changed this at the same time. Reload and try again." },
  internal: { status: 500, message: "Something went wrong on our side. Nothing you saved is lost. Try again." },
  "service-unavailable": {
    status: 503,
    message: "The service is starting up or shutting down. Try again in a moment.",
  },

  "no-ai-service": { status: 409, message: "This installation has no AI service. You can still search this place." },

  "api-key-invalid": {
    status: 401,
    message: "This API key isn't valid. It may have expired or been revoked, or its creator left the team.",
  },
  "api-key-scope-missing": { status: 403, message: "This API key doesn't have the scope for that." },
  "api-key-not-accepted": { status: 403, message: "API keys can't be used here. Sign in instead." },
  "api-keys-too-many": { status: 409, message: "This team has reached its limit of API keys. Revoke one first." },
  "webhooks-too-many": { status: 409, message: "This team has reached its limit of webhooks. Remove one first." },

  "tasks-too-many": {
    status: 409,
    message: "This team has reached its limit of tasks. Delete some finished ones first. Nothing was changed.",
  },
  "workflows-too-many": { status: 409, message: "This team has reached its limit of workflows. Remove one first." },
  "access-requests-closed": {
    status: 403,
    message: "Access requests are closed at the moment. Nothing was sent. If you have an invitation, it still works.",
  },

  "invitation-not-found": { status: 404, message: "This invitation link isn't valid. Ask for a new one." },
  "invitation-expired": {
    status: 410,
    message: "This invitation has expired. Ask the person who invited you to send a new one.",
  },
  "invitation-revoked": { status: 410, message: "This invitation was revoked by the person who sent it." },
  "invitation-used": {
    status: 409,
    message: "This invitation was already used. Sign in with the account you created.",
  },
  "invitation-for-another": {
    status: 409,
    message: "This invitation was sent to a different email address than the one you're signed in with.",
  },
  "owner-of-others": {
    status: 409,
    message:
      "You're the only owner of a team with other members. Make someone else an owner first. Nothing was changed.",
  },
  "last-sign-in-method": {
    status: 409,
    message: "This is your only way to sign in. Set a password or add another method first. Nothing was changed.",
  },
  "email-change-expired": {
    status: 410,
    message: "This link was already used or has expired. Your email address wasn't changed. Request a new link.",
  },
  "reset-link-expired": {
    status: 410,
    message: "This link was already used or has expired. Your password wasn't changed. Request a new link.",
  },
  "confirmation-needed": {
    status: 403,
    message: "Confirm it's you to continue. Nothing was changed.",
  },
  "confirmed-by-another": {
    status: 403,
    message: "You chose a different account than the one you're signed in with. Nothing was changed.",
  },
  "passkey-refused": {
    status: 401,
    message: "That passkey didn't work. Try again, or sign in another way.",
  },
  "passkeys-too-many": {
    status: 409,
    message: "You've reached the limit of passkeys. Remove one first. Nothing was changed.",
  },
  "photo-unreadable": {
    status: 415,
    message: "We can't read this file as a photo. Choose a JPEG, PNG, WebP, AVIF or GIF. Your photo wasn't changed.",
  },
  "push-off": {
    status: 409,
    message: "Push notifications are off here. You'll still get emails and inbox notifications.",
  },
  "push-service-unknown": {
    status: 400,
    message: "We don't support this browser's push service. You'll still get emails and inbox notifications.",
  },
  "team-last-owner": {
    status: 409,
    message: "A team needs at least one owner. Make someone else an owner first. Nothing was changed.",
  },
  "team-is-personal": {
    status: 409,
    message: "A personal team always stays with its owner. To work with others, create a new team.",
  },
  "invitation-not-wanted": {
    status: 409,
    message: "No one asked to move this invitation to another address. Nothing was changed.",
  },
  "already-member": { status: 409, message: "This person is already on the team." },

  "storage-quota-exceeded": {
    status: 402,
    message:
      "Your team doesn't have enough storage left for this file. Nothing was uploaded, and your existing files are safe.",
  },
  "storage-full": {
    status: 507,
    message: "The server's disk is full. What's been saved is safe, and you can resume once there's room.",
  },
  "uploads-waiting": {
    status: 503,
    message: "The server is busy with other uploads. Yours will resume automatically when there's room.",
  },
  "plan-limit-published": {
    status: 402,
    message: "You've reached your plan's limit of published blueprints. The ones already published stay online.",
  },
  "plan-limit-invitation-texts": {
    status: 402,
    message:
      "You've reached today's limit for invitations with a personal message. Nothing was sent. Send them without a message, or try again tomorrow.",
  },
  "plan-limit-editors": {
    status: 402,
    message:
      "You've reached your plan's limit of editors. Everyone keeps their role, and viewers and scanners are free.",
  },
  "plan-unchanged": { status: 409, message: "Your team is already on this plan. Nothing was changed." },
  "plan-by-contract": {
    status: 400,
    message: "This plan needs a contract. Request it on the plan page.",
  },
  "plan-choose-published": {
    status: 400,
    message: "The smaller plan allows fewer published blueprints than you have. Choose which ones stay online.",
  },
  "trial-used": { status: 409, message: "Your team has already tried this plan. Nothing was changed." },
  "payment-service-failed": {
    status: 502,
    message: "The payment service didn't respond. Nothing was changed and you weren't charged. Try again.",
  },
  "payment-not-by-card": {
    status: 409,
    message: "Your team doesn't pay by card, so there's no billing portal to open.",
  },
  "payment-message-refused": {
    status: 400,
    message: "This message didn't come from the payment service. Nothing was changed.",
  },

  "upload-not-found": {
    status: 404,
    message: "This upload has expired. Start it again. Nothing else was lost.",
  },
  "upload-wrong-offset": { status: 409, message: "The upload has to continue from a different position." },
  "upload-size-changed": {
    status: 400,
    message: "The file's size changed during the upload. Start the upload again.",
  },
  "upload-not-active": { status: 409, message: "This upload has already finished or was cancelled." },
  "upload-chunk-hash-mismatch": {
    status: 400,
    message: "Part of the file was damaged in transit. We'll send it again.",
  },
  "upload-damaged": {
    status: 400,
    message:
      "Part of the file keeps arriving damaged. What's been uploaded is safe. Make sure nothing is changing the file, then resume.",
  },
  "upload-another-file": {
    status: 409,
    message:
      "This isn't the file you started uploading. Nothing was sent. Choose the original file, or cancel this upload and start a new one.",
  },
  "upload-metadata-invalid": { status: 400, message: "We couldn't read the upload's metadata. Nothing was stored." },
  "upload-name-invalid": { status: 400, message: "Files can't be stored under this name." },
  "upload-file-unreadable": {
    status: 400,
    message:
      "We can't read the file on this device any more. It may have been moved or changed. What's been uploaded is safe. Choose the file again to resume.",
  },

  "scans-too-many": {
    status: 409,
    message: "This blueprint has reached its limit of scans. Remove one first. Nothing was uploaded.",
  },
  "short-links-too-many": {
    status: 409,
    message:
      "This blueprint has reached its limit of short links. Retarget one you no longer need. Nothing was created.",
  },
  "web-domains-too-many": {
    status: 409,
    message: "This team has reached its limit of web domains. Remove one first. Nothing was added.",
  },
  "web-domain-unproven": {
    status: 409,
    message:
      "We found the token neither in DNS nor on the page. DNS records can take an hour to be seen. Try again later.",
  },
  "signs-too-many": {
    status: 409,
    message: "This blueprint has reached its limit of signs. Use one you no longer need again. Nothing was added.",
  },
  "sign-print-running": {
    status: 409,
    message: "Sheets are being made for this blueprint already. Wait until they're ready, or cancel them.",
  },
  "logo-unreadable": {
    status: 400,
    message: "We can't read this logo. Choose a PNG, JPEG or WebP picture of at most 1 MB.",
  },
  "guide-tests-full": {
    status: 409,
    message: "This blueprint has reached its limit of guide tests. Remove one first. Nothing was added.",
  },
  "embed-tokens-too-many": {
    status: 409,
    message: "This blueprint has reached its limit of embeds. Revoke one first. Nothing was created.",
  },
  "embed-token-invalid": { status: 401, message: "This embed's token isn't valid." },
  "embed-token-ended": { status: 410, message: "These numbers are no longer shown here." },
  "visit-ended": { status: 409, message: "This visit has ended. Nothing more of it is counted." },
  "form-full": {
    status: 409,
    message: "This form can't take any more responses. Yours wasn't sent.",
  },
  "scan-not-ready": { status: 409, message: "This scan isn't ready yet." },
  "scan-not-retryable": { status: 409, message: "This scan can't be retried in its current state." },

  "publish-conflict": {
    status: 409,
    message: "Someone else published a version at the same time. Review it, then publish yours.",
  },
  "publish-nothing-ready": { status: 409, message: "There's nothing to publish yet. Wait until a scan is ready." },
  "blueprint-in-bin": { status: 409, message: "This blueprint is in the bin. Restore it first. Nothing was changed." },
  "claim-has-account": {
    status: 409,
    message: "You have an account, so claim the place itself under Claim a place. Nothing was sent.",
  },
  "claim-own-place": { status: 409, message: "Your team already has this place. There's nothing to claim." },
  "claim-exists": {
    status: 409,
    message: "You already have an open claim of this place. You'll find it under Your claims.",
  },
  "claim-too-soon": {
    status: 409,
    message: "An operator declined your last claim of this place. You can claim it again 30 days after that.",
  },
  "claims-too-many": {
    status: 409,
    message: "You have too many open claims. Withdraw one, or wait until one is decided. Nothing was sent.",
  },
  "claim-code-wrong": {
    status: 400,
    message: "This code doesn't work for this place. Check it for typing errors. A code works once, and for 90 days.",
  },
  "claim-codes-too-many": { status: 409, message: "This place has too many open codes. Remove one first." },
  "claim-domain-unusable": {
    status: 400,
    message: "Enter the venue's own web domain, such as museum.org. Free mail services and shared hosts prove nothing.",
  },
  "claim-domain-unproven": {
    status: 409,
    message:
      "We found the token neither in DNS nor on the page. New DNS records can take an hour to appear. Check again then.",
  },
  "claim-mail-not-venue": {
    status: 400,
    message: "The place doesn't publish this web domain, so a mail there proves nothing. Prove the domain instead.",
  },
  "claim-link-expired": {
    status: 410,
    message:
      "This link doesn't work any more, or it belongs to another account's claim. Send a new one from your claim.",
  },
  "claim-step-refused": {
    status: 409,
    message: "The claim has moved on, so this isn't possible any more. Nothing was changed.",
  },
  "claim-changed": { status: 409, message: "Something else changed at the same time. Nothing was changed. Try again." },
  "claim-team-gone": {
    status: 409,
    message:
      "The team that is to receive the place is gone, or the claimant may no longer create blueprints there. Nothing was moved.",
  },
  "transfer-busy": {
    status: 409,
    message:
      "A file in this blueprint is still uploading or converting. Wait for it to finish or cancel it, then move the blueprint. Nothing was moved.",
  },
  "transfer-limit-published": {
    status: 402,
    message:
      "The other team has reached its limit of published blueprints. Nothing was moved, and this place stays online. Take a place offline there, upgrade that team's plan, or take this one offline first.",
  },
  "transfer-limit-storage": {
    status: 402,
    message:
      "The other team doesn't have enough storage for this blueprint. Nothing was moved. Free up space there or upgrade that team's plan.",
  },
  "blueprint-archived": { status: 409, message: "This blueprint is archived. Restore it first." },
  "blueprint-not-published": { status: 404, message: "This place is not open to visitors." },
  "blueprint-password-needed": { status: 401, message: "Enter the password to open this place." },
  "blueprint-password-wrong": { status: 403, message: "That password is wrong." },
  "document-too-new": {
    status: 409,
    message: "This blueprint was saved by a newer version of Blueprint, so it's read-only here.",
  },
  "document-full": {
    status: 413,
    message:
      "This blueprint is full. Your last change wasn't saved. Everything else is safe. Remove something, then try again.",
  },
  "comments-full": {
    status: 413,
    message:
      "This blueprint has no room for more comments. Your last one wasn't saved. Ask an editor to delete resolved comments.",
  },
  "own-comments-full": {
    status: 413,
    message:
      "You've reached the limit for your comments in this blueprint. Your last change wasn't saved. Delete some of your comments first.",
  },
  "history-share-used": {
    status: 429,
    message:
      "You've reached today's limit for comment changes. Your last change wasn't saved. You can continue tomorrow.",
  },
  "changes-too-fast": {
    status: 429,
    message: "You're making changes faster than we can save them. We'll catch up in a moment. Your saved work is safe.",
  },
  "history-too-large": {
    status: 422,
    message:
      "There isn't enough memory to open this point in the history. Nothing is lost. Ask your operator to raise the limit.",
  },
  "document-update-refused": {
    status: 400,
    message: "We couldn't apply this change because it doesn't fit the blueprint. Nothing else was affected.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Header with the error code, for clients that request only the text. */
export const errorCodeHeader = "x-error-code";

/**
 * Body of every error response; `text/plain` carries its `message` alone. `fields` maps a field's path to its problem.
 */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  requestId: string;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(errorCatalogue, value);
}
