import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import { createMedia } from "@blueprint/contract/media";
import { getOembed, type Oembed } from "@blueprint/contract/oembed";
import { changeSharing } from "@blueprint/contract/sharing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";

const dist = mkdtempSync(join(tmpdir(), "blueprint-dist-"));
const origin = "https://museum.example";
let app: TestApp;

beforeAll(async () => {
  writeFileSync(join(dist, "embed.html"), "<!doctype html><title>Blueprint</title>");
  writeFileSync(join(dist, "index.html"), `<!doctype html><html><head><title>Blueprint</title></head></html>`);
  const described = `<meta name="description" content="Any page." />`;
  writeFileSync(join(dist, "place.html"), `<!doctype html>\n${described}<title>Blueprint</title><!-- place-head -->`);
  app = await createTestApp({ webDistDir: dist });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

async function buildPlace(visibility: "public" | "unlisted" = "unlisted") {
  const owner = await app.buildPerson();
  const { id: blueprintId, slug } = await app.buildBlueprint(owner, { name: `Hall "A" & <B>` });
  await buildReadyScan(app, owner, blueprintId);
  const params = { blueprintId };
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility } });
  const share = (body: Parameters<typeof owner.api<typeof changeSharing>>[1]["body"]) =>
    owner.api(changeSharing, { params, body });
  const { publicUrl } = app.context.config;
  return { owner, params, share, slug, url: `${publicUrl}/webxr?b=${slug}` };
}
const open = async (slug: string) => {
  const response = await fetch(`${app.url}/webxr?b=${slug}`);
  return { headers: response.headers, html: await response.text() };
};
const embed = (url: string, more: { maxwidth?: number; maxheight?: number } = {}) =>
  app.anonymous(getOembed, { query: { url, ...more } });

describe("a pasted link", () => {
  it("shows the cover that the team chose", async () => {
    const { owner, params, slug } = await buildPlace();
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const body = {
      name: "cover.png",
      format: "base64",
      text: picture.toString("base64"),
      contentType: "image/png",
    } as const;
    const { fileId } = await owner.api(createMedia, { params, body });
    await owner.api(updateBlueprint, { params, body: { cover: { kind: "file", id: fileId } } });
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: 1, visibility: "unlisted" } });
    const { html } = await open(slug);
    const image = /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] ?? "";
    const answer = await fetch(app.url + new URL(image).pathname);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
  });

  it("is shown with the place's name, text and picture, which anyone can fetch", async () => {
    const { slug, url } = await buildPlace();
    const { html } = await open(slug);
    const tags = Object.fromEntries(
      [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(([, name, content]) => [name, content]),
    );
    expect(tags).toMatchObject({
      title: "Hall &#34;A&#34; &#38; &#60;B&#62;",
      description: "Walk through it in your browser.",
      url: url.replace("&", "&#38;"),
    });
    const picture = new URL(tags.image!);
    expect(picture.origin).toBe(new URL(app.context.config.publicUrl).origin);
    expect((await fetch(app.url + picture.pathname)).status).toBe(200);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    // Its name has quotes and markup, which must not end the data early.
    const block = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(block)).toMatchObject({ "@type": "Museum", name: `Hall "A" & <B>`, url, image: tags.image });
  });

  it("is listed by search engines only if the place is public", async () => {
    expect((await open((await buildPlace("public")).slug)).headers.get("x-robots-tag")).toBeNull();
    expect((await open((await buildPlace("unlisted")).slug)).headers.get("x-robots-tag")).toBe("noindex");
  });

  it("says nothing of a place that asks for a password", async () => {
    const { share, slug, url } = await buildPlace();
    await share({ visibility: "password", password: "three small measures" });
    const { html } = await open(slug);
    expect(html).not.toContain("og:");
    await expect(embed(url)).rejects.toMatchObject({ code: "blueprint-not-published" });
  });
});

describe("oEmbed", () => {
  it("gives a frame for places that may be embedded, and a link for others", async () => {
    const { share, url } = await buildPlace();
    const link = await embed(url);
    expect(link).toEqual({
      version: "1.0",
      type: "link",
      title: `Hall "A" & <B>`,
      provider_name: "Blueprint",
      provider_url: app.context.config.publicUrl,
      thumbnail_url: expect.any(String),
      thumbnail_width: 640,
      thumbnail_height: 400,
    });
    const picture = await fetch(app.url + new URL(link.thumbnail_url!).pathname);
    expect(picture.status).toBe(200);
    expect(picture.headers.get("cross-origin-resource-policy"), "pages of other sites show it").toBe("cross-origin");
    await share({ embedOrigins: [origin] });
    const rich = await embed(`${url}&anchor=do"or&key=secret&as=staff`, { maxwidth: 400 });
    expect(rich).toMatchObject({ type: "rich", width: 400, height: 600 });
    expect(rich.html).toContain(`src="${url}&#38;anchor=do%22or"`);
    expect(rich.html).toContain('title="Hall &#34;A&#34; &#38; &#60;B&#62;"');
    expect(rich.html).not.toMatch(/secret|staff/);
  });

  it("keeps what a frame shows differently, and nothing else", async () => {
    const { share, url } = await buildPlace();
    await share({ embedOrigins: [origin] });
    const { html } = await embed(`${url}&theme=dark&hide=share,guide&stats=1`);
    expect(html).toContain(`src="${url}&#38;theme=dark&#38;hide=share%2Cguide"`);
  });

  it("says to a page that asks whether its site may embed the place", async () => {
    const { share, url } = await buildPlace();
    await share({ embedOrigins: [origin] });
    const ask = async (from: string) => {
      const response = await fetch(`${app.url}/api/oembed?url=${encodeURIComponent(url)}`, {
        headers: { origin: from },
      });
      return {
        headers: Object.fromEntries(response.headers),
        answer: (await response.json()) as Partial<Oembed> & { code?: string },
      };
    };
    const own = await ask(origin);
    expect(own.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      vary: expect.stringContaining("origin"),
    });
    expect(own.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(own.answer.type).toBe("rich");
    expect((await ask("https://elsewhere.example")).answer).toMatchObject({ type: "link", title: `Hall "A" & <B>` });
    expect((await ask("null")).answer.type).toBe("link");
    expect((await ask(app.context.config.publicUrl)).answer.type).toBe("rich");
    await share({ visibility: "password", password: "three small measures" });
    const closed = await ask(origin);
    expect(closed.answer).toMatchObject({ code: "blueprint-password-needed" });
    expect(closed.headers["access-control-allow-origin"]).toBe("*");
    expect((await ask("https://elsewhere.example")).answer).toMatchObject({ code: "blueprint-not-published" });
  });

  it("is found from the page", async () => {
    const { slug } = await buildPlace();
    const { html } = await open(slug);
    const [, href = ""] = /type="application\/json\+oembed" href="([^"]*)"/.exec(html)!;
    const address = new URL(href.replaceAll("&#38;", "&"));
    expect((await fetch(app.url + address.pathname + address.search)).status).toBe(200);
  });

  it("knows only places of this installation", async () => {
    const { slug } = await buildPlace();
    for (const url of [
      `https://elsewhere.example/webxr?b=${slug}`,
      `${app.context.config.publicUrl}/discover?b=${slug}`,
      `${app.context.config.publicUrl}/webxr`,
      `${app.context.config.publicUrl}/webxr?b=nowhere`,
      "no address",
    ])
      await expect(embed(url), url).rejects.toMatchObject({ code: "blueprint-not-published" });
    expect((await fetch(`${app.url}/api/oembed?url=x&format=xml`)).status).toBe(400);
  });
});
