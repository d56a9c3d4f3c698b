import { escapeMarkup } from "@blueprint/contract/escape-markup";
import { withoutInvisible } from "@blueprint/contract/text";
import type { Mail } from "./mail-sender.ts";

/** A paragraph of our own text, a quote from another user, or a list item with a link. */
export type MailPart = string | { quote: string } | { title: string; text: string; url: string };

export interface MailFacts {
  to: string;
  subject: string;
  heading?: string;
  /** Plain text, in order; an empty line starts a new paragraph. */
  paragraphs: MailPart[];
  action?: { label: string; url: string };
  /** Link to the recipient's mail settings, for mails they can turn off. */
  settingsUrl?: string;
}

// Mail clients do not support custom properties, and some drop the style sheet: colours are set on the elements, with
// the dark ones here.
const styleSheet = `@media (prefers-color-scheme: dark) {
  .page { background: #0b1b33 !important; color: #edf2f7 !important; }
  .sheet { background: #13284a !important; border-color: #35507c !important; }
  .line { border-color: #35507c !important; }
  .soft, .soft a { color: #b7c3d6 !important; }
  .link { color: #9dc1ff !important; }
  .button { background: #9dc1ff !important; color: #0b1b33 !important; }
}`;
const softStyle = "font-size:13px;color:#555";
const lineStyle = "solid #d8d3c7";

/** The common layout of every mail. Escapes all text: a name with HTML in it arrives as text. */
export function layOutMail({ to, subject, heading: given, paragraphs, action, settingsUrl }: MailFacts): Mail {
  const heading = given === undefined ? undefined : toOneLine(given);
  // A reason or an answer may be left out.
  const parts = paragraphs.filter((part) => part !== "").map(toWithoutTurns);
  const hasSettingsLine = settingsUrl !== undefined && settingsUrl !== action?.url;
  const text = [
    ...(heading === undefined ? [] : [heading]),
    ...parts.map(toPlainText),
    ...(action === undefined ? [] : [`${action.label}: ${action.url}`]),
    ...(hasSettingsLine ? [`Notification settings: ${settingsUrl}`] : []),
  ].join("\n\n");
  const cleanSubject = toOneLine(subject);
  const preview = parts.map(toPreview).find((shown) => shown !== "" && shown !== cleanSubject);
  const content = [
    ...(heading === undefined
      ? []
      : [`<h1 style="margin:16px 0;font-size:20px;line-height:1.3;font-weight:700">${escapeMarkup(heading)}</h1>`]),
    ...parts.map((part, index) => toHtml(part, index > 0)),
    ...(action === undefined ? [] : [toButton(action)]),
  ].join("");
  const settings = hasSettingsLine
    ? `<p class="soft" style="${softStyle}"><a href="${escapeMarkup(settingsUrl)}" style="color:#555">Notification settings</a></p>`
    : "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeMarkup(cleanSubject)}</title><style>${styleSheet}</style></head><body class="page" style="margin:0;padding:24px 12px;font:16px/1.5 system-ui,sans-serif;color:#14213d;background:#faf8f3">${
    preview === undefined ? "" : `<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(preview)}</div>`
  }<div style="max-width:560px;margin:auto"><p style="margin:0 0 16px;font-size:18px;font-weight:700">Blueprint</p><div class="sheet" style="padding:8px 24px;background:#fff;border:1px ${lineStyle};border-radius:6px;overflow-wrap:anywhere">${content}</div>${signatureMark}${settings}</div></body></html>`;
  return {
    to,
    subject: cleanSubject,
    text,
    html,
    ...(settingsUrl === undefined ? {} : { unsubscribeUrl: settingsUrl }),
  };
}

function toPlainText(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("quote" in part)
    return part.quote
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n");
  return [part.title, part.text, part.url].filter((line) => line !== "").join("\n");
}

function toHtml(part: MailPart, isLater: boolean): string {
  if (typeof part === "string") return toParagraphs(part);
  if ("quote" in part)
    return `<blockquote class="line" style="margin:16px 0;padding:0 0 0 16px;border-left:3px ${lineStyle}">${toParagraphs(part.quote)}</blockquote>`;
  const line = isLater ? `;border-top:1px ${lineStyle}` : "";
  const text = part.text === "" ? "" : toParagraphs(part.text, "4px 0 0");
  return `<div class="line" style="padding:16px 0${line}"><p style="margin:0"><a class="link" href="${escapeMarkup(part.url)}" style="color:#1f4e9c;font-weight:600">${escapeMarkup(part.title)}</a></p>${text}</div>`;
}

/** Converts plain text to paragraphs; an empty line starts a new one. */
function toParagraphs(text: string, margin = "16px 0"): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p style="margin:${margin}">${escapeMarkup(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("");
}

function toButton({ label, url }: { label: string; url: string }): string {
  const href = escapeMarkup(url);
  return `<p style="margin:24px 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:10px 18px;background:#1f4e9c;color:#fff;font-weight:600;text-decoration:none;border-radius:4px">${escapeMarkup(label)}</a></p><p class="soft" style="margin:0 0 16px;${softStyle}">Or paste this link into your browser:<br>${href}</p>`;
}

/** The text that mail clients show next to the subject. Greetings are left out. */
function toPreview(part: MailPart): string {
  if (typeof part !== "string") return "quote" in part ? "" : toOneLine(`${part.title} ${part.text}`);
  return /^Hi .*,$/.test(part) ? "" : toOneLine(part);
}

function toOneLine(text: string): string {
  return withoutInvisible(text.replace(/[\r\n]+/g, " "));
}

function toWithoutTurns(part: MailPart): MailPart {
  if (typeof part === "string") return withoutTurns(part);
  if ("quote" in part) return { quote: withoutTurns(part.quote) };
  return { ...part, title: toOneLine(part.title), text: withoutTurns(part.text) };
}

// User-written text keeps the marks of its language, except those that reorder the sentence around it.
function withoutTurns(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "").replaceAll(/\r\n?/g, "\n");
}

// User-written text cannot contain it, because it is escaped.
const signatureMark = "<!-- signature -->";

/** Signs a mail with the installation's name. Called when it is sent, so that the name is current. */
export function signMail(mail: Mail, { name, supportEmail }: { name: string; supportEmail: string }): Mail {
  const lines = [
    name === "" ? "Blueprint" : `${name} · Blueprint`,
    ...(supportEmail === "" ? [] : [`Questions? Write to ${supportEmail}.`]),
  ];
  const html = `<p class="soft" style="${softStyle}">${lines.map(escapeMarkup).join("<br>")}</p>`;
  return {
    ...mail,
    text: `${mail.text}\n\n-- \n${lines.join("\n")}`,
    // A function, so that a dollar sign in a name stays text.
    html: mail.html.replace(signatureMark, () => html),
  };
}
