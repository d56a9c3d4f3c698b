import { withoutInvisible } from "@blueprint/contract/text";
import type { Mail } from "./mail-sender.ts";

export interface MailFacts {
  to: string;
  subject: string;
  /** Paragraphs of plain text, in order. */
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Where its reader chooses which mails they get, for mails that can be chosen. */
  settingsUrl?: string;
}

// Mail clients know no custom properties, and some drop the style sheet: colours stand on the elements, the dark ones beside them.
const styleSheet = `@media (prefers-color-scheme: dark) {
  .page { background: #0b1b33 !important; color: #edf2f7 !important; }
  .sheet { background: #13284a !important; border-color: #35507c !important; }
  .soft, .soft a { color: #b7c3d6 !important; }
  .button { background: #9dc1ff !important; color: #0b1b33 !important; }
}`;

/** The one look of every mail. All text is escaped here: a name with HTML in it arrives as text. */
export function layOutMail({ to, subject, paragraphs: given, action, settingsUrl }: MailFacts): Mail {
  // A reason or an answer may be left out.
  const paragraphs = given.filter((paragraph) => paragraph !== "").map(withoutTurns);
  const hasSettingsLine = settingsUrl !== undefined && settingsUrl !== action?.url;
  const text = [
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}: ${action.url}`]),
    ...(hasSettingsLine ? [`Notification settings: ${settingsUrl}`] : []),
  ].join("\n\n");
  const button =
    action === undefined
      ? ""
      : `<p style="margin:24px 0 12px"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;background:#1f4e9c;color:#fff;font-weight:600;text-decoration:none;border-radius:4px">${escapeHtml(action.label)}</a></p><p class="soft" style="margin:0;font-size:13px;color:#555;overflow-wrap:anywhere">${escapeHtml(action.url)}</p>`;
  const settings = hasSettingsLine
    ? `<p class="soft" style="font-size:13px;color:#555"><a href="${escapeHtml(settingsUrl)}" style="color:#555">Notification settings</a></p>`
    : "";
  const cleanSubject = withoutInvisible(subject.replace(/[\r\n]+/g, " "));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(cleanSubject)}</title><style>${styleSheet}</style></head><body class="page" style="margin:0;padding:24px 12px;font:16px/1.5 system-ui,sans-serif;color:#14213d;background:#faf8f3"><div style="max-width:560px;margin:auto"><p style="margin:0 0 16px;font-size:18px;font-weight:700">Blueprint</p><div class="sheet" style="padding:12px 24px 24px;background:#fff;border:1px solid #d8d3c7;border-radius:6px">${paragraphs
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join("")}${button}</div>${signatureMark}${settings}</div></body></html>`;
  return {
    to,
    subject: cleanSubject,
    text,
    html,
    ...(settingsUrl === undefined ? {} : { unsubscribeUrl: settingsUrl }),
  };
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
  const html = `<p class="soft" style="font-size:13px;color:#555">${lines.map(escapeHtml).join("<br>")}</p>`;
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
