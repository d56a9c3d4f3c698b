import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function emailConfirmationMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "Confirm your new email address",
    paragraphs: [
      `Hi ${name},`,
      "Confirm that you want to use this address for your Blueprint account. The link works once and expires in one hour.",
      "If you didn't ask for this, ignore this email. Nothing changes until someone opens the link.",
    ],
    action: { label: "Use this address", url },
  });
}

export function addressTakenMail({ to, url }: { to: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "You already have a Blueprint account",
    paragraphs: [
      "Someone tried to use this address for another Blueprint account. It already belongs to yours, so nothing was changed.",
    ],
    action: { label: "Sign in", url },
  });
}

export function emailChangedMail({ to, name, newEmail }: { to: string; name: string; newEmail: string }): Mail {
  return layOutMail({
    to,
    subject: "Your email address was changed",
    paragraphs: [
      `Hi ${name},`,
      `Your Blueprint account now uses ${newEmail}. You can no longer sign in with this address.`,
      "If this wasn't you, contact the operator of this installation right away.",
    ],
  });
}

export function passwordChangedMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "Your password was changed",
    paragraphs: [
      `Hi ${name},`,
      "Your Blueprint password was changed, and we signed you out on all other devices.",
      "If this wasn't you, reset your password now.",
    ],
    action: { label: "Reset password", url },
  });
}

export function passwordResetMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "Reset your Blueprint password",
    paragraphs: [
      `Hi ${name},`,
      "We received a request to reset your Blueprint password. The link works once and expires in one hour.",
      "If you didn't ask for this, ignore this email. Your password stays the same.",
    ],
    action: { label: "Choose a new password", url },
  });
}
