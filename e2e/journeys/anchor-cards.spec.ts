import type { Page } from "@playwright/test";
import {
  anchorsOf,
  expectSaved,
  expectScanShown,
  openEditor,
  outlineOf,
  placeAnchor,
  sceneOf,
} from "../harness/editor.ts";
import { expect, test } from "../harness/people.ts";
import { makePlainRoom, makeReadyBlueprint } from "../harness/scans.ts";
import { picturesDir } from "../harness/test.ts";

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADAgH/p4oOmAAAAABJRU5ErkJggg==",
  "base64",
);

test("visitors see anchors of several types as cards behind a password, and their answers reach the team", async ({
  server,
  person,
  openWindow,
  openWindowOf,
  axe,
  judge,
  expectConsoleError,
}) => {
  test.slow();
  // The browser logs what the server refuses: a wrong password, an incomplete form.
  expectConsoleError(/status of 40[0134]/);
  // All four variants of every card would take minutes: only where pictures are wanted.
  const look = (page: Page, name: string) => (picturesDir === undefined ? axe(page) : judge(page, name));
  const owner = await person({ name: "Hanna Host" });
  const blueprint = await makeReadyBlueprint(server, owner, "Small measures");
  const page = await (await openWindowOf(owner)).newPage();
  await openEditor(page, blueprint);

  await test.step("a picture with styled words", async () => {
    await placeAnchor(page, { x: 0.4, y: 0.6 });
    await page.getByLabel("Title", { exact: true }).fill("Seven rulers");
    await page.getByLabel("Type", { exact: true }).selectOption("image");
    await page.getByLabel("Picture", { exact: true }).setInputFiles({
      name: "rulers.png",
      mimeType: "image/png",
      buffer: picture,
    });
    await expect(page.getByText("rulers.png")).toBeVisible();
    await page.getByLabel("Description").fill("Seven rulers of different lengths");
    const text = page.getByRole("textbox", { name: "Text" });
    await text.click();
    await page.keyboard.type("None of them is ");
    await page.getByRole("button", { name: "Bold", exact: true }).click();
    await page.keyboard.type("right");
    await expect(text.locator("strong")).toHaveText("right");
    await page.getByTitle("Art", { exact: true }).click();
    await expect(page.getByRole("radio", { name: "Art", exact: true })).toBeChecked();
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await page.getByLabel("Title", { exact: true }).fill("Sieben Lineale");
    await page.getByLabel("Language", { exact: true }).selectOption("");
    await look(page, "editor picture anchor");
  });

  await test.step("a picture pasted as a data URL", async () => {
    await page.getByRole("button", { name: "Remove file" }).click();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.getByRole("button", { name: "Choose a file, or drop or paste one here" }).focus();
      await page.keyboard.press("ControlOrMeta+v");
    };
    const base64 = picture.toString("base64");
    await paste(`data:image/png;base64,${base64.replaceAll("/", "_")}`);
    await expect(page.getByRole("alert")).toHaveText('Base64 text must not contain "_". Is it base64url?');
    await paste("data:text/html;base64,PGI+");
    await expect(page.getByRole("alert")).toHaveText("This data URL holds text/html, which isn't supported here.");
    await paste(`data:image/png;base64,${base64}`);
    await expect(page.getByText("pasted.png")).toBeVisible();
    await expectSaved(page);
  });

  await test.step("a form", async () => {
    await placeAnchor(page, { x: 0.6, y: 0.6 });
    await page.getByLabel("Title", { exact: true }).fill("Tell us");
    await page.getByLabel("Type", { exact: true }).selectOption("form");
    await page.getByRole("button", { name: "Add question" }).click();
    await page.getByLabel("Question", { exact: true }).fill("Which one did you like?");
    await page.getByLabel("Required").check();
    await expectSaved(page);
  });

  const choose = (name: string) =>
    page.getByRole("menuitem", { name }).or(page.getByRole("option", { name: new RegExp(name) }));
  await test.step("the outline groups, duplicates and takes it all back", async () => {
    await anchorsOf(page).filter({ hasText: "Seven rulers" }).click();
    await anchorsOf(page)
      .filter({ hasText: "Tell us" })
      .click({ modifiers: ["Shift"] });
    await page.keyboard.press("ControlOrMeta+g");
    await expect(anchorsOf(page)).toHaveText([/Group 1/, /Seven rulers/, /Tell us/]);
    await page.keyboard.press("ControlOrMeta+d");
    await expect(anchorsOf(page)).toHaveCount(6);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(anchorsOf(page)).toHaveCount(3);
  });

  await test.step("the palette goes to an anchor, and a comment is written there", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("seven");
    await look(page, "palette");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("seven");
    await page.keyboard.press("Enter");
    await page.getByLabel("New comment").fill("Is the label straight?");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByRole("article").getByText("Is the label straight?")).toBeVisible();
  });

  await test.step("a table is read line by line before it is taken", async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await choose("Import and export").click();
    const dialog = page.getByRole("dialog", { name: "Import and export" });
    await dialog.getByLabel("File to import").setInputFiles({
      name: "more.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        [
          "type,title,text,alternative,x,y,z",
          "info,Plumb bob,41 kg,,1,0,1",
          "ghost,Boo,,,1,0,1",
          "audio,Tick,,A clock ticks,1,0,1",
          "video,Film,,A square turns,1,0,1",
          "pdf,Leaflet,,One empty page,1,0,1",
          "model,Room,,A small room,1,0,1",
        ].join("\n"),
      ),
    });
    await expect(dialog.getByText("line 3")).toBeVisible();
    await look(page, "import with a problem");
    await dialog.getByRole("button", { name: "Import 5 valid rows" }).click();
    await expect(anchorsOf(page).filter({ hasText: "Plumb bob" })).toBeVisible();
  });

  await test.step("a sound, a film, a document and a model get their files", async () => {
    for (const [title, label, file] of [
      ["Tick", "Sound", { name: "tick.wav", mimeType: "audio/wav", buffer: makeSound() }],
      ["Film", "Video", { name: "film.webm", mimeType: "video/webm", buffer: await recordFilm(page) }],
      ["Leaflet", "Document", { name: "leaflet.pdf", mimeType: "application/pdf", buffer: makeDocument() }],
      [
        "Room",
        "3D model (GLB)",
        { name: "room.glb", mimeType: "model/gltf-binary", buffer: Buffer.from(makePlainRoom()) },
      ],
    ] as const) {
      await anchorsOf(page).filter({ hasText: title }).click();
      await page.getByLabel(label, { exact: true }).setInputFiles(file);
      const side = page.getByRole("complementary", { name: "Selection" });
      await expect(side.getByText(file.name)).toBeVisible();
    }
  });

  await test.step("a tour is made", async () => {
    await page.getByRole("button", { name: /^Shown ?all$/ }).click();
    await page.getByRole("checkbox", { name: "Anchors" }).uncheck();
    await look(page, "what is shown");
    await page.keyboard.press("Escape");
    await expect(sceneOf(page).locator("[data-marker]")).toHaveCount(0);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await choose("Tours and views").click();
    await page.getByRole("button", { name: "Save current view" }).click();
    const start = page.getByRole("button", { name: "Visitors start at View 1" });
    await start.click();
    await expect(start).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByLabel("View name")).toHaveValue("View 1");
    await page.getByRole("button", { name: "New tour" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Round trip");
    await page.getByLabel("Add stop").selectOption({ label: "1. Seven rulers" });
    await page.getByLabel("Narration").fill("Look at the red one.");
    await page.getByLabel("Add stop").selectOption({ label: "View: View 1" });
    await page.getByLabel("Narration").nth(1).fill("This is the hall.");
    // The scene stays in sight and in use beside it.
    await expect(sceneOf(page)).toBeInViewport();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await look(page, "tour");
    await expect(outlineOf(page, "views")).toHaveText(/View 1.*start/);
    await page.getByRole("button", { name: /^Shown ?part$/ }).click();
    await page.getByRole("button", { name: "Show everything" }).click();
    await page.keyboard.press("Escape");
    await outlineOf(page, "tours").click();
    await expect(page.getByRole("complementary", { name: "Selection" }).getByText("Round trip").first()).toBeVisible();
    await look(page, "tour beside the picture");
    await outlineOf(page, "views").click();
    await expect(page.getByLabel("View name")).toHaveValue("View 1");
    await expect(page.getByRole("button", { name: /^Shown ?part$/ })).toBeVisible();
    await look(page, "view beside the picture");
    await page.getByRole("button", { name: /^Shown ?part$/ }).click();
    await page.getByRole("button", { name: "Show everything" }).click();
    await page.keyboard.press("Escape");
  });

  await test.step("a version is named and compared with now", async () => {
    await expectSaved(page);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await choose("Show history").click();
    const history = page.getByRole("region", { name: "History" });
    await history.getByLabel("Name this version").fill("First hang");
    await history.getByRole("button", { name: "Save" }).click();
    await expect(history.getByRole("button", { name: /First hang/ })).toBeVisible();
    await look(page, "history");
    await history.getByRole("button", { name: "Close" }).click();
    await anchorsOf(page).filter({ hasText: "Tell us" }).click();
    await page.getByLabel("Button text").fill("Send it");
    await anchorsOf(page).filter({ hasText: "Plumb bob" }).click();
    await page.keyboard.press("Delete");
    await expect(anchorsOf(page).filter({ hasText: "Plumb bob" })).toHaveCount(0);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await choose("Show history").click();
    await history.getByRole("button", { name: /First hang/ }).click();
    await look(page, "a moment of the history");
    await history.getByRole("button", { name: "Highlight in 3D view" }).click();
    const comparison = page.getByRole("region", { name: "Comparison" });
    await expect(comparison).toContainText("Since First hang: 1 changed, 1 item removed.");
    await expect(anchorsOf(page).filter({ hasText: "Tell us" })).toContainText("changed");
    await comparison.getByRole("button", { name: "History" }).click();
    await history.getByRole("button", { name: "Restore Plumb bob" }).click();
    await expect(history.getByRole("button", { name: "Restore Plumb bob" })).toHaveCount(0);
    await history.getByRole("button", { name: "Close" }).click();
    await expect(anchorsOf(page).filter({ hasText: "Plumb bob" })).toBeVisible();
    await expectSaved(page);
  });

  await test.step("published behind a password", async () => {
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await expect(dialog.getByText("Before you publish: 2 hints")).toBeVisible();
    await dialog.getByText("Before you publish: 2 hints").click();
    await dialog.getByRole("button", { name: "Show Film" }).click();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Film");
    await page.getByRole("button", { name: "Publish" }).click();
    await dialog.getByRole("radio", { name: /Password/ }).click();
    await expect(dialog.getByRole("button", { name: "Publish" })).toBeDisabled();
    await dialog.getByLabel("Password", { exact: true }).fill("three small measures");
    await look(page, "publish with a password");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(dialog.getByText("Visitors see version 1.")).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 700 });
    await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByLabel("Link for visitors")).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Done" })).toBeInViewport({ ratio: 1 });
    await look(page, "the ways into a published place");
    await dialog.getByRole("button", { name: "Change access" }).click();
    await expect(dialog.getByRole("button", { name: "Publish", exact: true })).toBeInViewport({ ratio: 1 });
  });

  const visitor = await (await openWindow()).newPage();
  await test.step("while it is for the team alone nobody else comes in", async () => {
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("radio", { name: /^Team/ }).click();
    await dialog.getByRole("button", { name: "Save without publishing" }).click();
    await expect(dialog.getByText("Members of the team see version 1.")).toBeVisible();
    await visitor.goto(`/webxr?b=${blueprint.slug}`);
    await expect(visitor.getByRole("heading", { name: "This place is not open to visitors" })).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Sign in" })).toBeVisible();
    await look(visitor, "a place for the team");
    await dialog.getByRole("radio", { name: /Password/ }).click();
    await dialog.getByRole("button", { name: "Save without publishing" }).click();
    await expect(dialog.getByText("Visitors see version 1.")).toBeVisible();
  });

  await test.step("the door asks for the password", async () => {
    await visitor.goto(`/webxr?b=${blueprint.slug}`);
    await visitor.getByLabel("Password").fill("guess");
    await visitor.getByRole("button", { name: "Open" }).click();
    await expect(visitor.getByText("That password is wrong.")).toBeVisible();
    await look(visitor, "password of a place");
    await visitor.getByLabel("Password").fill("three small measures");
    await visitor.getByRole("button", { name: "Open" }).click();
    await expectScanShown(visitor);
  });

  await test.step("the cards show their content, and the form is answered", async () => {
    await visitor
      .getByRole("button", { name: /Seven rulers/ })
      .first()
      .click();
    const card = visitor.getByRole("region", { name: "Place", exact: true });
    const shown = card.getByRole("img", { name: "Seven rulers of different lengths" });
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await expect(card.locator("strong")).toHaveText("right");
    await look(visitor, "card with a picture");
    await card.getByRole("button", { name: "Next place" }).click();
    await card.getByRole("button", { name: "Send" }).click();
    await expect(card.getByText("Answer this question.")).toBeVisible();
    await card.getByLabel("Which one did you like?").fill("The red one");
    await look(visitor, "card with a form");
    await card.getByRole("button", { name: "Send" }).click();
    await expect(card.getByText("We’ve received your answers.")).toBeVisible();
  });

  await test.step("a sound, a film, a page and a model are shown by what the browser can really play and draw", async () => {
    const card = visitor.getByRole("region", { name: "Place", exact: true });
    const open = (title: string) => visitor.locator("[data-anchor]").filter({ hasText: title }).click();
    await open("Tick");
    const sound = card.locator("audio");
    await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.duration)).toBeCloseTo(0.5, 1);
    await open("Film");
    const film = card.locator("video");
    await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(64);
    await look(visitor, "card with a film");
    await open("Leaflet");
    await expect(card.getByRole("img", { name: "One empty page" })).toBeVisible();
    await look(visitor, "card with a page");
    await open("Room");
    await expect(card.getByRole("img", { name: /^A small room/ })).toBeVisible();
    await look(visitor, "card with a model");
  });

  await test.step("a view that the team kept is chosen", async () => {
    const before = await sceneOf(visitor).getAttribute("data-camera");
    await visitor.getByRole("button", { name: "Views" }).click();
    await visitor.getByRole("menuitem", { name: "View 1" }).click();
    await expect(sceneOf(visitor)).not.toHaveAttribute("data-camera", before ?? "");
    await expect(sceneOf(visitor).locator("[data-marker]")).toHaveCount(0);
    await visitor.getByRole("button", { name: "Show everything" }).click();
    await expect(sceneOf(visitor).locator("[data-marker]").first()).toBeAttached();
  });

  await test.step("the tour leads to its stop and can be paused", async () => {
    await visitor.getByRole("button", { name: "Take the tour: Round trip" }).click();
    const player = visitor.getByRole("region", { name: "Tour Round trip" });
    await expect(player.getByText("Look at the red one.")).toBeVisible();
    await player.getByRole("button", { name: "Pause" }).click();
    await expect(player.getByRole("button", { name: "Play" })).toBeVisible();
    await expect(visitor.getByRole("region", { name: "Place", exact: true })).toContainText("Seven rulers");
    await look(visitor, "tour of a visitor");
    await player.getByRole("button", { name: "Next stop" }).click();
    await expect(player.getByText("This is the hall.")).toBeVisible();
    // The view hides every pin.
    await expect(sceneOf(visitor).locator("[data-marker]")).toHaveCount(0);
  });

  await test.step("the same is there to read after a reload, without a picture", async () => {
    await visitor.goto(`/webxr?b=${blueprint.slug}&text=1`);
    await expect(visitor.getByRole("heading", { level: 3, name: "Seven rulers" }).first()).toBeVisible();
    await expect(visitor.getByRole("heading", { name: "Tour: Round trip" })).toBeVisible();
    await expect(visitor.getByRole("img", { name: "Seven rulers of different lengths" })).toBeVisible();
  });

  await test.step("a visitor chooses a language, which is remembered, and sees what is not translated", async () => {
    await expect(visitor.getByLabel("Language")).toHaveValue("");
    await visitor.getByLabel("Language").selectOption({ label: "Deutsch" });
    const headings = visitor.getByRole("heading", { level: 3, name: "Sieben Lineale" });
    await expect(headings).toHaveCount(2);
    for (const heading of await headings.all()) await expect(heading).toHaveAttribute("lang", "de");
    await expect(
      visitor
        .getByText("Nur teilweise auf Deutsch verfügbar.")
        .or(visitor.getByText("Nicht auf Deutsch verfügbar."))
        .first(),
    ).toBeVisible();
    // The page around the texts is in German too.
    await expect(visitor.getByRole("heading", { name: "Punkte an diesem Ort" })).toBeVisible();
    await expect(visitor.locator("html")).toHaveAttribute("lang", "de");
    await look(visitor, "text in another language");
    await visitor.goto(`/webxr?b=${blueprint.slug}`);
    await expect(visitor.locator("[data-anchor]").first()).toHaveText(/Sieben Lineale/);
    await expect(visitor.getByLabel("Sprache")).toHaveValue("de");
    await expect(visitor.getByRole("button", { name: "Ansicht zurücksetzen" })).toBeVisible();
    await visitor.locator("[data-anchor]").first().click();
    await look(visitor, "card in another language");
  });

  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Done" }).click();
  const form = anchorsOf(page).filter({ hasText: "Tell us" });
  await expect(page.getByRole("img", { name: /since version 1$/ })).toHaveCount(0);
  await form.click();
  await page.getByLabel("Button text").fill("Send");
  await expect(form.getByRole("img", { name: "Changed since version 1" })).toBeVisible();
  await page.getByRole("button", { name: "View answers" }).click();
  await expect(page.getByRole("dialog", { name: "Answers to Tell us" }).getByText("The red one")).toBeVisible();
});

/** Half a second of silence: WAV, 8 kHz, 8 bits, mono. */
function makeSound(): Buffer {
  const samples = 4_000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

/** An empty page of 200 × 100 points. */
function makeDocument(): Buffer {
  const parts = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = parts.map((part, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${part}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${text}xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

/** A few frames of 64 × 64 pixels that the browser encodes itself. */
async function recordFilm(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm;codecs=vp8" });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 10; frame += 1) {
      if (context !== null) context.fillStyle = `hsl(${frame * 36} 80% 50%)`;
      context?.fillRect(0, 0, 64, 64);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}
