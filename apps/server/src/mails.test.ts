import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import type { Mail } from "./platform/mail/mail-sender.ts";

const to = "ada@example.org";
const url = "https://blueprint.example/x";
const written = '<b onclick="go()">Ada & Söhne</b>';
/** A name that could become an element in the mail, reverse the text after it, and add a header line. */
const name = `${written}\u202e\u2067\r\nBcc: everybody@example.org`;

/** Arguments for each mail: every user-written text is the one above. A new mail fails until it is listed here. */
const facts: Record<string, object> = {
  accessDeclinedMail: { reason: name },
  deletionMail: { name, dueAt: new Date(0), url },
  emailConfirmationMail: { name, url },
  addressTakenMail: { url },
  claimProofMail: { claimant: name, place: name, url },
  decisiveNoticeMail: { name, title: name, body: name, url },
  securityNoticeMail: { name, title: name, body: name, url },
  emailChangedMail: { name, newEmail: name },
  passwordChangedMail: { name, url },
  passwordResetMail: { name, url },
  testMail: { name, host: name },
  invitationMail: { inviterName: name, teamName: `Team ${name}`, role: "viewer", message: name, validDays: 7, url },
  serviceInvitationMail: { inviterName: name, validDays: 7, url },
  invitationAgainMail: { teamName: name, inviterName: name, expiresAt: new Date(0), url },
  notificationMail: { title: name, body: name, url, settingsUrl: url },
  digestMail: { entries: [{ title: name, body: name, url }], settingsUrl: url },
  requestAnswerMail: { name, kind: "contact", outcome: "answered", answer: name },
};
/** These contain no user-written text. */
const plain = ["addressTakenMail"];

const files = globSync("features/*/*.mail.ts", { cwd: import.meta.dirname });
const modules = await Promise.all(
  files.map((file) => import(pathToFileURL(`${import.meta.dirname}/${file}`).href) as Promise<Record<string, unknown>>),
);
const mails = modules.flatMap((module) => Object.entries(module)).filter(([key]) => key.endsWith("Mail"));

it("knows every mail that the server writes", () => {
  expect(mails.map(([key]) => key).sort()).toEqual(Object.keys(facts).sort());
});

it.each(mails)("%s shows HTML in a name as text, and adds no line to its header", (key, write) => {
  const mail = (write as (facts: object) => Mail)({ to, ...facts[key] });
  expect(mail.to).toBe(to);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toContain("<b on");
  expect(mail.subject + mail.text + mail.html, "nothing turns the text around").not.toMatch(
    /[\u202a-\u202e\u2066-\u2069]/,
  );
  if (!plain.includes(key)) expect(mail.text).toContain(written);
});

it("links to the notification settings only in notification mails and digests", () => {
  const withUnsubscribe = mails.flatMap(([key, write]) =>
    (write as (facts: object) => Mail)({ to, ...facts[key] }).unsubscribeUrl === url ? [key] : [],
  );
  expect(withUnsubscribe.sort()).toEqual(["digestMail", "notificationMail"]);
});
