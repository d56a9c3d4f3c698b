import { acceptInvitation, inviteToTeam } from "@blueprint/contract/teams";
import { describeAnchor, expectSaved, expectScanShown, openEditor, placeAnchor } from "../harness/editor.ts";
import { tabTo } from "../harness/keyboard.ts";
import { expect, invite, newEmail, test } from "../harness/people.ts";
import { makeBlueprint, makePlainRoom, makeReadyBlueprint, publish } from "../harness/scans.ts";

const notFoundAnswer = /status of 404/;

const screens: Readonly<Record<string, readonly (readonly [name: string, path: string, heading: string | RegExp])[]>> =
  {
    "at first sight": [
      ["home", "/", /place people can walk/],
      ["pricing", "/pricing", /^Pay for what is open/],
      ["login", "/login", "Sign in"],
      ["access request", "/login?ask=true", "Ask for access"],
      ["new password", "/login?reset=abcdefghijklmnopqrstuvwxyz", /password/i],
      ["invitation unknown", "/accept-invite?token=nobody-ever-made-this-one", "Invitation not found"],
      ["onboarding signed out", "/onboarding", "Onboarding"],
      ["settings signed out", "/settings", "Settings"],
      ["closed place", "/webxr?b=no-such-place", "This place is not open to visitors"],
      ["no place named", "/webxr", "Which place would you like to visit?"],
      ["not found", "/no/such/page", "404 Page Not Found"],
      ["search", "/search", /./],
      ["how it works", "/how-it-works", /./],
    ],
    "on reading on": [
      ["help", "/help", /./],
      ["questions", "/faq", /./],
      ["blog", "/blog", /./],
      ["article", "/blog/museum-os", /./],
      ["terms", "/terms", /./],
      ["claim", "/claim-blueprint", /./],
      ["scanner portal", "/scanner-portal", /./],
      ["pilot program", "/pilot-program", /./],
      ["venue signs signed out", "/venue-materials", /./],
      ["short link unknown", "/go?c=NOPE", "This code doesn’t work"],
      ["embedded calendar", "/embed/calendar", /./],
      ["embedded dashboard", "/embed/dashboard", /./],
    ],
  };
for (const [when, seen] of Object.entries(screens)) {
  test(`public screens read well ${when}`, async ({ page, judge, expectConsoleError }) => {
    expectConsoleError(notFoundAnswer);
    for (const [name, path, heading] of seen) {
      await test.step(name, async () => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await judge(page, name);
      });
    }
  });
}

test("every state of an invitation reads well", async ({ person, server, page, openWindowOf, judge }) => {
  const host = await person({ name: "Hanna Host" });
  const guest = await person({ name: "Gita Guest" });
  const replaced = await invite(server, host, "replaced@example.org", "viewer");
  await host.api(inviteToTeam, {
    params: { teamId: host.teamId },
    body: { addresses: "replaced@example.org", role: "editor" },
  });
  const toGuest = await invite(server, host, guest.email, "editor");

  await page.goto(await invite(server, host, newEmail(), "editor"));
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
  await judge(page, "invitation new account");
  await page.goto(replaced);
  await expect(page.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
  await judge(page, "invitation withdrawn");
  await page.goto(toGuest);
  await expect(page.getByText("already has an account.")).toBeVisible();
  await judge(page, "invitation sign in first");

  const strangerPage = await (await openWindowOf(await person())).newPage();
  await strangerPage.goto(toGuest);
  await expect(strangerPage.getByRole("button", { name: "Sign out and continue" })).toBeVisible();
  await judge(strangerPage, "invitation other account");
  const guestPage = await (await openWindowOf(guest)).newPage();
  await guestPage.goto(toGuest);
  await expect(guestPage.getByRole("button", { name: /^Join / })).toBeVisible();
  await judge(guestPage, "invitation same account");
  await guest.api(acceptInvitation, { params: { token: new URL(toGuest).searchParams.get("token") ?? "" } });
  await guestPage.goto(toGuest);
  await expect(guestPage.getByRole("heading", { name: "You're already a member of Hanna Host" })).toBeVisible();
  await judge(guestPage, "invitation of a member");
  await page.goto(toGuest);
  await expect(page.getByRole("heading", { name: "This invitation was already used" })).toBeVisible();
  await judge(page, "invitation used");
});

test("the screens of an account read well, empty and filled", async ({ person, server, openWindowOf, judge }) => {
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/onboarding");
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await judge(page, "onboarding organisation");
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByRole("heading", { name: "Your first scan" })).toBeVisible();
  await judge(page, "onboarding scan");
  await page.goto("/dashboard");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /blueprint/i })
      .last(),
  ).toBeVisible();
  await judge(page, "dashboard empty");

  await page.goto("/create-blueprint");
  await expect(page.getByText("Drop a scan here")).toBeVisible();
  await judge(page, "create blueprint");
  const buffer = Buffer.from(makePlainRoom());
  await page.getByLabel("Scan file").setInputFiles({ name: "room.glb", mimeType: "model/gltf-binary", buffer });
  await expect(page.getByText("GLB", { exact: true })).toBeVisible();
  await judge(page, "create blueprint with a file");

  await makeReadyBlueprint(server, owner, "Long hall");
  await makeBlueprint(owner, "Cellar");
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "Long hall" })).toBeVisible();
  await judge(page, "dashboard");
  await page.getByRole("radio", { name: "Table" }).click();
  await judge(page, "dashboard table");
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  const bulk = page.getByRole("group", { name: "Selected blueprints" });
  await expect(bulk.getByText("2 blueprints selected")).toBeVisible();
  await judge(page, "dashboard ticked");
  await page.getByRole("checkbox", { name: "Select Long hall" }).uncheck();
  await bulk.getByRole("button", { name: "Archive" }).click();
  // While hovered, it stays until the list has been checked.
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.hover();
  const rows = page
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox", { name: /^Select (Cellar|Long hall)$/ }) });
  await expect(rows).toHaveText([/Long hall/]);
  await undo.click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "More actions for Cellar" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await undo.hover();
  await expect(rows).toHaveText([/Long hall/]);
  await undo.click();
  await expect(rows).toHaveCount(2);
  for (const path of ["settings", "profile"]) {
    await page.goto(`/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(path, "i"));
    await judge(page, path);
  }
  await page.goto("/venue-materials");
  await expect(page.getByRole("heading", { level: 1, name: "Venue signs" })).toBeVisible();
  await judge(page, "venue signs");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "More actions for Cellar" }).click();
  await page.getByRole("menuitem", { name: "Move to bin" }).click();
  await page.goto("/dashboard?state=binned");
  await expect(page.getByText("Removed on")).toBeVisible();
  await judge(page, "bin");
  await page.goto("/blueprint-editor");
  await expect(page.getByRole("link", { name: "Long hall" })).toBeVisible();
  await judge(page, "pick a blueprint");
});

test("the editor and its place read well", async ({ person, server, openWindowOf, openWindow, judge }) => {
  const owner = await person();
  const empty = await makeBlueprint(owner, "Cellar");
  const blueprint = await makeReadyBlueprint(server, owner, "Long hall");
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto(`/blueprint-editor/${empty.id}`);
  await expect(page.getByRole("heading", { name: "No scan yet" })).toBeVisible();
  await judge(page, "editor empty");
  await openEditor(page, blueprint);
  await judge(page, "editor");
  await placeAnchor(page);
  await describeAnchor(page, "Ticket desk", "Cash only.\nClosed on Mondays.");
  await expectSaved(page);
  await judge(page, "editor with an anchor");
  const { slug } = await publish(owner, blueprint);
  await page.reload();
  await expectScanShown(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("dialog", { name: "Publish" })).toBeVisible();
  await judge(page, "editor publish");

  const visit = await (await openWindow()).newPage();
  await visit.goto(`/webxr?b=${slug}`);
  await expectScanShown(visit);
  await judge(visit, "place");
  await visit.getByRole("listitem").getByRole("button", { name: "Ticket desk" }).click();
  await expect(visit.getByText("Cash only.")).toBeVisible();
  await judge(visit, "place with a card");
  await visit.goto(`/webxr?b=${slug}&text=1`);
  await expect(visit.getByRole("heading", { name: "Ticket desk" })).toBeVisible();
  await judge(visit, "place as text");
});

test("a blueprint is created without a pointer", async ({ person, page }) => {
  const owner = await person();
  // File choosers are intercepted from the first listener on, but only after a moment: a key right after it would be
  // too early.
  page.on("filechooser", () => {});
  await page.addInitScript((teamId) => localStorage.setItem("blueprint.team", teamId), owner.teamId);
  await page.goto("/login");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(owner.email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(owner.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard/);
  await tabTo(page, page.getByRole("link", { name: "New blueprint" }).first());
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Hall");
  await tabTo(page, page.getByRole("button", { name: "Choose a file" }));
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  const chooser = await choosing;
  const buffer = Buffer.from(makePlainRoom());
  await chooser.setFiles({ name: "room.glb", mimeType: "model/gltf-binary", buffer });
  await expect(page.getByText("GLB", { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Create blueprint" }));
  await page.keyboard.press("Enter");
  await expectScanShown(page);
  await tabTo(page, page.getByRole("button", { name: "Anchor", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("application")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Desk");
  await tabTo(page, page.getByRole("button", { name: "Publish" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Publish" })).toBeVisible();
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Visitors see version 1.")).toBeVisible();
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
