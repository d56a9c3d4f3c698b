import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemIds } from "../ids.ts";
import { layOutMail } from "./mail-layout.ts";
import { createMailSender } from "./mail-sender.ts";

const mail = layOutMail({
  to: "ada@example.org",
  subject: "Welcome\r\nBcc: everybody@example.org",
  paragraphs: ["Hello <b>Ada</b> & co,", "Grüße aus dem Röstwerk."],
  action: { label: "Open", url: 'https://example.org/?a=1&b="2"' },
});
const mailFrom = "Blueprint <blueprint@example.org>";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "blueprint-mail-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe("a mail", () => {
  it("becomes an .eml file while no mail server is configured", async () => {
    await createMailSender({ smtpUrl: undefined, mailFrom, dataDir }, systemIds).send(mail);
    const files = readdirSync(join(dataDir, "mail"));
    expect(files).toHaveLength(1);
    await expectMail(readFileSync(join(dataDir, "mail", files[0] as string)));
  });

  it("is sent over SMTP if a server is configured", async () => {
    const { url, received, close } = await startCatcher();
    try {
      await createMailSender({ smtpUrl: url, mailFrom, dataDir }, systemIds).send(mail);
      expect(received).toHaveLength(1);
      await expectMail(received[0] as Buffer);
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      await close();
    }
  });

  it("says that it is automatic, and where its reader chooses which mails they get", async () => {
    const { url, received, close } = await startCatcher();
    try {
      const sender = createMailSender({ smtpUrl: url, mailFrom, dataDir }, systemIds);
      const settingsUrl = "https://blueprint.example/settings?section=notifications";
      await sender.send(mail);
      await sender.send(layOutMail({ to: "ada@example.org", subject: "News", paragraphs: ["One."], settingsUrl }));
      const [plain, chosen] = await Promise.all(received.map((message) => PostalMime.parse(message)));
      expect(toHeader(plain, "auto-submitted")).toBe("auto-generated");
      expect(toHeader(plain, "list-unsubscribe"), "nobody chooses an invitation or a reset").toBeUndefined();
      expect(toHeader(chosen, "auto-submitted")).toBe("auto-generated");
      expect(toHeader(chosen, "list-unsubscribe")).toBe(`<${settingsUrl}>`);
      expect(toHeader(chosen, "list-unsubscribe-post"), "one click does not do it").toBeUndefined();
      expect(chosen?.text).toContain(`Notification settings: ${settingsUrl}`);
    } finally {
      await close();
    }
  });

  it("carries the wordmark, light and dark colours and one button, and needs no pictures", () => {
    expect(mail.html).toContain(">Blueprint</p>");
    expect(mail.html).toContain("prefers-color-scheme: dark");
    expect(mail.html.match(/<a class="button"/g)).toHaveLength(1);
    expect(mail.html).not.toMatch(/<img|url\(|<link|@import/);
  });

  it("keeps the line breaks people wrote, and shows quoted text as theirs", () => {
    const written = "We come on Monday.\nBring a lamp.\n\nOlga";
    const { html, text } = layOutMail({
      to: "a@example.org",
      subject: "Plan",
      paragraphs: [written, { quote: written }],
    });
    const paragraphs = (part: string) => [...part.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, inside]) => inside);
    const [own = "", quoted = ""] = html.slice(html.indexOf('class="sheet"')).split("<blockquote");
    expect(paragraphs(own)).toEqual(["We come on Monday.<br>Bring a lamp.", "Olga"]);
    expect(paragraphs(quoted.split("</blockquote>")[0] ?? "")).toEqual(paragraphs(own));
    expect(text).toBe(`${written}\n\n> We come on Monday.\n> Bring a lamp.\n>\n> Olga`);
  });

  it("links each item by its name, and shows no bare address", () => {
    const entries = [
      { title: "A <i>scan</i> is ready", text: "", url: "https://blueprint.example/1" },
      { title: "Somebody came", text: "At noon.", url: "https://blueprint.example/2" },
    ];
    const { html, text } = layOutMail({ to: "a@example.org", subject: "Today", paragraphs: entries });
    const links = [...html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, ...link]) => link);
    expect(links).toEqual([
      ["https://blueprint.example/1", "A &#60;i&#62;scan&#60;/i&#62; is ready"],
      ["https://blueprint.example/2", "Somebody came"],
    ]);
    expect(html.replaceAll(/<[^>]*>/g, "")).not.toContain("https:");
    expect(text).toBe(
      "A <i>scan</i> is ready\nhttps://blueprint.example/1\n\nSomebody came\nAt noon.\nhttps://blueprint.example/2",
    );
  });

  it("starts in a list of mails with its content, not with a greeting or a repetition of the subject", () => {
    const preview = (html: string) => /<div style="display:none[^>]*>([^<]*)<\/div>/.exec(html)?.[1];
    const facts = { to: "a@example.org", subject: "Ada came" };
    expect(preview(layOutMail({ ...facts, paragraphs: ["Hi Grace,", "Your link.", "More."] }).html)).toBe("Your link.");
    expect(preview(layOutMail({ ...facts, heading: "Ada came", paragraphs: ["At noon."] }).html)).toBe("At noon.");
    expect(preview(layOutMail({ ...facts, heading: "Ada came", paragraphs: [] }).html)).toBeUndefined();
  });

  it("that the server refuses is an error, so that its job is retried", async () => {
    const { url, close } = await startCatcher(new Error("Mailbox full"));
    try {
      await expect(createMailSender({ smtpUrl: url, mailFrom, dataDir }, systemIds).send(mail)).rejects.toThrow(
        "Mailbox full",
      );
    } finally {
      await close();
    }
  });
});

function toHeader(parsed: { headers: { key: string; value: string }[] } | undefined, name: string): string | undefined {
  return parsed?.headers.find(({ key }) => key === name)?.value;
}

async function expectMail(message: Buffer): Promise<void> {
  const parsed = await PostalMime.parse(message);
  expect(parsed.from?.address).toBe("blueprint@example.org");
  expect(parsed.to?.map(({ address }) => address)).toEqual(["ada@example.org"]);
  // A line break in a name must not start a new header.
  expect(parsed.subject).toBe("Welcome Bcc: everybody@example.org");
  expect(parsed.bcc).toBeUndefined();
  expect(parsed.text).toContain("Hello <b>Ada</b> & co,");
  expect(parsed.text).toContain("Grüße aus dem Röstwerk.");
  expect(parsed.html).toContain("Hello &#60;b&#62;Ada&#60;/b&#62; &#38; co,");
  expect(parsed.html).not.toContain("<b>");
  expect(parsed.html).toContain("a=1&#38;b=&#34;2&#34;");
}

async function startCatcher(refuseWith?: Error) {
  const received: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (refuseWith === undefined) received.push(Buffer.concat(parts));
        done(refuseWith);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
