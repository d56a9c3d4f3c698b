import { withoutInvisible } from "@blueprint/contract/text";
import type { Mail } from "./mail-sender.ts";

export interface MailFacts {
  to: string;
  subject: string;
  /** Paragraphs of plain text, in order. */
  paragraphs: string[];
  action?: { label: string; url: string };
}

/** The one look of every mail. All text is escaped here: a name with HTML in it arrives as text. */
export function layOutMail({ to, subject, paragraphs: given, action }: MailFacts): Mail {
  // A reason or an answer may be left out.
  const paragraphs = given.filter((paragraph) => paragraph !== "").map(withoutTurns);
  const text = [...paragraphs, ...(action === undefined ? [] : [`${action.label}: ${action.url}`])].join("\n\n");
  const button =
    action === undefined
      ? ""
      : `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;background:#1f4e9c;color:#fff;text-decoration:none;border-radius:4px">${escapeHtml(action.label)}</a></p><p style="font-size:13px;color:#555">${escapeHtml(action.url)}</p>`;
  const html = `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#14213d;background:#faf8f3;padding:24px"><div style="max-width:560px;margin:auto">${paragraphs
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join("")}${button}${signatureMark}</div></body></html>`;
  return { to, subject: withoutInvisible(subject.replace(/[\r\n]+/g, " ")), text, html };
}

// What a person wrote keeps the marks of its language and loses those that turn the sentence around it.
function withoutTurns(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

// No text of a person can hold it: theirs is escaped.
const signatureMark = "<!-- signature -->";

/** Ends a mail with whose installation it comes from. Done when it leaves, so that it says what is true then. */
export function signMail(mail: Mail, { name, supportEmail }: { name: string; supportEmail: string }): Mail {
  const lines = [
    name === "" ? "Blueprint" : `${name} · Blueprint`,
    ...(supportEmail === "" ? [] : [`Questions? Write to ${supportEmail}.`]),
  ];
  const html = `<p style="font-size:13px;color:#555">${lines.map(escapeHtml).join("<br>")}</p>`;
  return {
    ...mail,
    text: `${mail.text}\n\n-- \n${lines.join("\n")}`,
    // As a function: a dollar sign in a name is only text.
    html: mail.html.replace(signatureMark, () => html),
  };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
