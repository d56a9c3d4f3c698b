import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { publishFullHouse } from "../harness/full-house.ts";
import { expect, test } from "../harness/people.ts";
import { readSheet } from "../harness/read-sheet.ts";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1";

async function download(page: Page, name: RegExp): Promise<Uint8Array> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  return await readFile(await (await download).path());
}

test("signs are printed, hung, scanned, retargeted and replaced", async ({ person, server, openWindowOf, judge }) => {
  const owner = await person({ name: "Sina Signs" });
  const house = await publishFullHouse(server, owner);
  const page = await (await openWindowOf(owner)).newPage();
  const signs = page.getByRole("region", { name: "Signs" });
  const dialog = page.getByRole("dialog");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: `More actions for ${house.name}` }).click();
  await page.getByRole("menuitem", { name: "Signs" }).click();
  await expect(page.getByRole("heading", { name: "No signs yet" })).toBeVisible();
  await judge(page, "signs empty");

  await test.step("a list of spots becomes signs, and so do anchors", async () => {
    await page.getByRole("button", { name: "Add the first signs" }).click();
    await dialog.getByRole("button", { name: "Add sign", exact: true }).click();
    await expect(dialog.getByText("Write where each sign hangs, one in each line.")).toBeVisible();
    await dialog.getByLabel("Where they hang").fill("Entrance, left of the door\nGarden gate\n");
    await dialog.getByLabel(/^Title/).fill("Welcome · مرحبا · ようこそ");
    await judge(page, "signs add");
    await dialog.getByRole("button", { name: "Add 2 signs" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Add signs", exact: true }).click();
    await dialog.getByRole("radio", { name: /^For anchors/ }).click();
    await dialog.getByRole("checkbox", { name: /Welcome and opening hours/ }).check();
    await dialog.getByRole("button", { name: "Add sign", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(signs.getByRole("listitem")).toHaveCount(3);
    await expect(page.getByRole("radio", { name: /^To print/ })).toHaveText("To print3");
  });

  const codes = await test.step("a size that phones can't read from there is refused with what would do", async () => {
    await page.getByRole("button", { name: "Make sheets of all signs" }).click();
    await dialog.getByRole("radio", { name: /^Square sticker/ }).click();
    await dialog.getByLabel("Read from").selectOption("2 m");
    await judge(page, "signs sheets");
    await dialog.getByRole("button", { name: "Make sheets" }).click();
    await expect(page.getByText(/Sign #001: its code is \d+ mm wide, too small to be read from 2 m/)).toBeVisible();
    await expect(page.getByRole("radio", { name: /^To print/ })).toHaveText("To print3");
    await page.getByRole("button", { name: "Make sheets of all signs" }).click();
    await dialog.getByRole("radio", { name: /^A6/ }).click();
    await dialog.getByRole("button", { name: "Make sheets" }).click();
    const pdf = await download(page, /^signs-1-3\.pdf/);
    const read = await readSheet(pdf, "a6", "a4");
    expect(read).toHaveLength(3);
    expect(read[0]).toMatch(new RegExp(`^${server.url}/go\\?c=[2-9A-Z]{8}$`));
    return read;
  });

  const scan = async (url: string) =>
    (await fetch(url, { redirect: "manual", headers: { "user-agent": phone } })).headers.get("location");
  await test.step("the first scan marks a sign as hung", async () => {
    expect(await scan(codes[2]!)).toMatch(new RegExp(`^/webxr\\?b=${house.slug}&anchor=welcome&c=`));
    const welcome = signs.getByRole("listitem").filter({ hasText: "#003" });
    await expect(welcome).toContainText("Hung");
    await expect(welcome).toContainText("1 scan");
    await expect(signs.getByRole("listitem").filter({ hasText: "#001" })).toContainText("To hang");
    await judge(page, "signs");
  });

  await test.step("a printed code is retargeted", async () => {
    await signs.getByRole("button", { name: /Entrance, left of the door/ }).click();
    await dialog.getByRole("combobox", { name: "Opens" }).fill("welcome");
    await page.getByRole("option", { name: /Welcome and opening hours/ }).click();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Sign saved", { exact: true })).toBeVisible();
    await expect(async () => {
      expect(await scan(codes[0]!)).toContain("anchor=welcome");
    }).toPass();
    await expect(dialog.getByText("First scanned: it hangs")).toBeVisible();
  });

  await test.step("a damaged sign keeps its photo, code and history", async () => {
    const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#7a8b99" } })
      .jpeg()
      .toBuffer();
    await dialog
      .getByLabel("Photo of where it hangs")
      .setInputFiles({ name: "door.jpg", mimeType: "image/jpeg", buffer: photo });
    await expect(dialog.getByRole("img", { name: "Where sign 1 hangs" })).toBeVisible();
    await dialog.getByLabel(/^Note/).fill("Torn by the wind");
    await judge(page, "sign");
    await dialog.getByRole("button", { name: "Mark for replacement" }).click();
    await expect(
      dialog.getByText("Marked for replacement by Sina Signs. It's damaged: Torn by the wind"),
    ).toBeVisible();
    await expect(dialog.getByText("To print", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a retired sign says where to go instead", async () => {
    await signs.getByRole("button", { name: /Garden gate/ }).click();
    await dialog.getByLabel(/^Message/).fill("The garden is closed.");
    await dialog.getByRole("button", { name: "Retire sign" }).click();
    await expect(page.getByText("Sign retired", { exact: true })).toBeVisible();
    await expect(async () => {
      expect(await scan(codes[1]!)).toBeNull();
    }).toPass();
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: /^Retired/ }).click();
    await expect(signs.getByRole("listitem")).toHaveCount(1);
  });
});
