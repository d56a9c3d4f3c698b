import { scanProblems, scanWarnings } from "@blueprint/contract/scan-problems";
import { glbOf } from "@blueprint/scans/testing/build-glb";
import { buildZip } from "@blueprint/scans/testing/build-zip";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectScanShown, openEditor } from "../harness/editor.ts";
import { expect, test } from "../harness/people.ts";
import { makePlainRoom, makeReadyBlueprint } from "../harness/scans.ts";

const text = (value: string) => new TextEncoder().encode(value);
const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];

const unusable: readonly [what: string, fileName: string, bytes: Uint8Array, problem: keyof typeof scanProblems][] = [
  ["an empty file", "hall.glb", new Uint8Array(), "scan-empty-file"],
  ["a text named .glb", "hall.glb", text("Dear diary, today we scanned the hall.\n".repeat(40)), "scan-unknown-format"],
  ["a mesh that was cut off", "hall.glb", makePlainRoom().slice(0, 600), "scan-truncated"],
  [
    "a glTF that names an address",
    "hall.gltf",
    text(
      JSON.stringify({
        asset: { version: "2.0" },
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ byteLength: 36, uri: "http://169.254.169.254/latest/meta-data" }],
      }),
    ),
    "scan-external-reference",
  ],
  [
    "a zip that unpacks to far more",
    "hall.zip",
    buildZip({ "hall.obj": new Uint8Array(64 * 1024 * 1024) }),
    "scan-zip-bomb",
  ],
  [
    "a zip whose paths lead outside",
    "hall.zip",
    buildZip({ "../../etc/hall.obj": text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n") }),
    "scan-unsafe-archive",
  ],
  ["positions that are no numbers", "hall.glb", glbOf(triangle.map(() => Number.NaN)), "scan-invalid-geometry"],
  [
    "a mesh without geometry",
    "hall.glb",
    glbOf(triangle, (json) => Object.assign(json, { meshes: [], nodes: [{}] })),
    "scan-empty-geometry",
  ],
  [
    "100 million declared points in a kilobyte",
    "hall.ply",
    text(
      `ply\nformat binary_little_endian 1.0\nelement vertex 100000000\n${["x", "y", "z"].map((axis) => `property float ${axis}\n`).join("")}end_header\n${"0".repeat(900)}`,
    ),
    "scan-lying-count",
  ],
];

test("unusable files say why before a byte of them is sent", async ({ person, openWindowOf }) => {
  const page = await (await openWindowOf(await person())).newPage();
  const uploads: string[] = [];
  page.on("request", (request) => {
    if (/\/v0\/b\/|\/scans$/.test(new URL(request.url()).pathname)) uploads.push(request.url());
  });
  await page.goto("/create-blueprint");
  await page.getByLabel("Name").fill("Hall");
  for (const [what, name, bytes, problem] of unusable) {
    await test.step(what, async () => {
      await chooseFile(page, name, bytes);
      const card = page.getByRole("region", { name: `File ${name}` });
      await expect(card.getByText(scanProblems[problem].cause)).toBeVisible();
      await expect(card.getByText(scanProblems[problem].remedy)).toBeVisible();
      await expect(page.getByRole("button", { name: "Create blueprint" })).toBeDisabled();
      await card.getByRole("button", { name: "Choose another file" }).click();
    });
  }
  expect(uploads).toEqual([]);
});

test("a file with a wrong name is treated as what it is", async ({ person, openWindowOf }) => {
  const page = await (await openWindowOf(await person())).newPage();
  await page.goto("/create-blueprint");
  await page.getByLabel("Name").fill("Hall");
  await chooseFile(page, "hall.ply", makePlainRoom());
  const card = page.getByRole("region", { name: "File hall.ply" });
  await expect(card.getByText("GLB", { exact: true })).toBeVisible();
  await expect(card.getByText(scanWarnings["scan-mislabelled"])).toBeVisible();
  await expect(page.getByRole("button", { name: "Create blueprint" })).toBeEnabled();

  await test.step("its name becomes the blueprint's, unless one was typed", async () => {
    await expect(page.getByLabel("Name")).toHaveValue("Hall");
    await page.goto("/create-blueprint");
    await chooseFile(page, "room-living_room.glb", makePlainRoom());
    await expect(page.getByLabel("Name")).toHaveValue("Room living room");
  });

  await test.step("a photograph is asked about before it is laid down as a plan", async () => {
    await page.goto("/create-blueprint");
    await page.getByLabel("Name").fill("Hall");
    const square = { create: { width: 400, height: 300, channels: 3 as const, background: "#886644" } };
    await chooseFile(page, "IMG_2041.jpg", await sharp(square).jpeg().toBuffer());
    const create = page.getByRole("button", { name: "Create blueprint" });
    const question = page.getByRole("group", { name: "What does this picture show?" });
    await expect(create).toBeDisabled();
    await question.getByRole("button", { name: "A place or an object" }).click();
    await expect(page.getByText("Photos go on anchors.")).toBeVisible();
    await expect(create).toBeDisabled();
    await question.getByRole("button", { name: "A floor plan" }).click();
    await expect(create).toBeEnabled();
  });
});

test("names of 10,000 characters stay within limits and within the page", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // The refused file name.
  expectConsoleError(/status of 400/);
  const page = await (await openWindowOf(await person())).newPage();
  await page.goto("/create-blueprint");
  await page.getByLabel("Name").fill("W".repeat(10_000));
  await page.getByLabel("Address").fill("M".repeat(10_000));
  await chooseFile(page, `${"ü".repeat(9_996)}.glb`, makePlainRoom());
  await expect(page.getByText("GLB", { exact: true })).toBeVisible();
  await expectNothingSideways(page);
  await page.getByRole("button", { name: "Create blueprint" }).click();
  await expect(page.getByText("This file name can't be stored: at most 255 characters.")).toBeVisible();
  await expectNothingSideways(page);
  await page.getByRole("button", { name: "Choose another file" }).click();
  await chooseFile(page, `${"ü".repeat(200)}.glb`, makePlainRoom());
  await page.getByRole("button", { name: "Try again" }).click();
  await expectScanShown(page);
  await expectNothingSideways(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: /^W{120}$/ })).toHaveCount(1);
  await expectNothingSideways(page);
});

test("the second of two who publish at the same moment is notified", async ({
  server,
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // The refused publication.
  expectConsoleError(/status of 409/);
  const owner = await person({ name: "Paula Publisher" });
  const blueprint = await makeReadyBlueprint(server, owner);
  const pages = [await (await openWindowOf(owner)).newPage(), await (await openWindowOf(owner)).newPage()] as const;
  for (const page of pages) {
    await openEditor(page, blueprint);
    await page.getByRole("button", { name: "Publish" }).click();
  }
  const [first, second] = pages.map((page) => page.getByRole("dialog", { name: "Publish" }));
  await first?.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(pages[0].getByText("Visitors see version 1.")).toBeVisible();
  // The dialog that was open stays as it was: nothing moves under the pointer.
  await expect(pages[1].getByText("Visitors see version 1.")).toBeVisible();
  await expect(pages[1].getByRole("button", { name: "Unpublish" })).toBeHidden();
  await second?.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(pages[1].getByText("Someone else just published")).toBeVisible();
  await expect(pages[1].getByText(/Paula Publisher published version 1 on /)).toBeVisible();
  await expect(pages[1].getByText("Visitors see version 1.")).toBeVisible();
  await second?.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(pages[1].getByText("Visitors see version 2.")).toBeVisible();
});

async function chooseFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const buffer = Buffer.from(bytes);
  await page.getByLabel("Scan file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

async function expectNothingSideways(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}
