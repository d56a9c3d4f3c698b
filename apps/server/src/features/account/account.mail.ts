import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

/** What makes an account another's is told at once, whatever its person reads otherwise. */
export function securityNoticeMail({
  to,
  name,
  title,
  body,
  url,
}: {
  to: string;
  name: string;
  title: string;
  body: string;
  url: string;
}): Mail {
  return layOutMail({
    to,
    subject: title,
    paragraphs: [
      `Hello ${name},`,
      body,
      "If it was not you, look at your security settings now and change your password.",
    ],
    action: { label: "Open the security settings", url },
  });
}

export function emailConfirmationMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "Confirm your new e-mail address",
    paragraphs: [
      `Hello ${name},`,
      "Open this link to use this address for your Blueprint account. It works for one hour and once.",
      "If it was not you, do nothing: no account uses this address without the link.",
    ],
    action: { label: "Use this address", url },
  });
}

export function addressTakenMail({ to, url }: { to: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "This address has a Blueprint account already",
    paragraphs: [
      "Somebody asked to use this address for another Blueprint account. It belongs to yours, so nothing was changed.",
    ],
    action: { label: "Sign in", url },
  });
}

export function emailChangedMail({ to, name, newEmail }: { to: string; name: string; newEmail: string }): Mail {
  return layOutMail({
    to,
    subject: "The e-mail address of your account was changed",
    paragraphs: [
      `Hello ${name},`,
      `Your Blueprint account now uses ${newEmail}. This address no longer signs in.`,
      "If it was not you, write to whoever runs this installation at once.",
    ],
  });
}

export function passwordChangedMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "Your password was changed",
    paragraphs: [
      `Hello ${name},`,
      "The password of your Blueprint account was changed, and every other device was signed out.",
      "If it was not you, choose a new one now.",
    ],
    action: { label: "Reset the password", url },
  });
}

export function passwordResetMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "Choose a new password for Blueprint",
    paragraphs: [
      `Hello ${name},`,
      "Somebody asked to reset the password of your Blueprint account. The link works for one hour and once.",
      "If it was not you, do nothing: your password stays as it is.",
    ],
    action: { label: "Choose a new password", url },
  });
}
