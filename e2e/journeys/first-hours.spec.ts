import { changeMemberRole } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { openEditor, sceneOf } from "../harness/editor.ts";
import { expect, joinTeam, test } from "../harness/people.ts";
import { makeReadyBlueprint } from "../harness/scans.ts";

test("the workspace belongs to the team, and operators have their own area", async ({
  operator,
  person,
  openWindowOf,
  judge,
}) => {
  const desk = await (await openWindowOf(operator)).newPage();
  await desk.goto("/workspace");
  await expect(desk.getByRole("heading", { name: "Tasks" })).toBeVisible();
  await expect(desk.getByRole("heading", { name: "This installation" })).toHaveCount(0);
  await desk.getByRole("link", { name: "Installation" }).click();
  await expect(desk).toHaveURL("/workspace?area=operator");
  await expect(desk.getByRole("heading", { name: "This installation", exact: true })).toBeVisible();
  await expect(desk.getByRole("heading", { name: "Tasks" })).toHaveCount(0);
  await desk.getByRole("radio", { name: "Health" }).click();
  await expect(desk).toHaveURL("/workspace?area=operator&part=health");
  await judge(desk, "workspace operator");
  const page = await (await openWindowOf(await person())).newPage();
  await page.goto("/workspace?area=operator");
  await expect(page.getByRole("heading", { name: "Tasks" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Installation" })).toHaveCount(0);
});

test("a demoted editor loses the button at once, and people are told before they use the last seat", async ({
  server,
  person,
  openWindowOf,
  judge,
}) => {
  const [owner, guest] = [await person({ name: "Olivia Owner" }), await person({ name: "Emil Editor" })];
  await joinTeam(server, owner, guest, "editor");
  const page = await (await openWindowOf(guest, { teamId: owner.teamId })).newPage();
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "New blueprint" }).first()).toBeVisible();
  // The event stream is open once the unread count is shown.
  await expect(page.getByRole("button", { name: /^Inbox/ })).toBeVisible();
  await page.waitForLoadState("load");
  const { profile } = await guest.api(getMe, {});
  const params = { teamId: owner.teamId, userId: profile.uid };

  const host = await (await openWindowOf(owner)).newPage();
  await host.goto("/team-members");
  await host.getByRole("button", { name: "Invite a teammate" }).first().click();
  const dialog = host.getByRole("dialog");
  await expect(dialog.getByText("This uses the last editor seat")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Compare plans" })).toBeVisible();
  await judge(host, "invite last seat");
  await dialog.getByLabel("Role").selectOption("viewer");
  await expect(dialog.getByText("This uses the last editor seat")).toHaveCount(0);

  await owner.api(changeMemberRole, { params, body: { role: "viewer" } });
  await expect(page.getByRole("link", { name: "New blueprint" })).toHaveCount(0);
});

test("a viewer measures in the editor, and nothing is kept", async ({ server, person, openWindowOf }) => {
  test.slow();
  const [owner, viewer] = [await person(), await person()];
  await joinTeam(server, owner, viewer, "viewer");
  const blueprint = await makeReadyBlueprint(server, owner, "Long hall");
  const page = await (await openWindowOf(viewer, { teamId: owner.teamId })).newPage();
  await openEditor(page, blueprint);
  await page.getByRole("button", { name: "Measure" }).click();
  const canvas = sceneOf(page).getByRole("application");
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("The scene has no size.");
  for (const x of [0.45, 0.6]) await page.mouse.click(box.x + box.width * x, box.y + box.height * 0.6);
  await expect(page.getByText(/^Distance: .*Only you see it, and it isn't saved\.$/)).toBeVisible();
});

test("a new blueprint is created above the fold, and the form says what is missing", async ({
  person,
  openWindowOf,
  judge,
}) => {
  const page = await (await openWindowOf(await person())).newPage();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto("/create-blueprint");
    const submit = page.getByRole("button", { name: "Create blueprint" });
    await expect(submit).toBeInViewport({ ratio: 1 });
    const isOnTop = (button: Element) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height - 2));
    };
    expect(await submit.evaluate(isOnTop), "nothing lies over it").toBe(true);
    await submit.click();
    await expect(page.getByText("Enter a name.")).toBeVisible();
    await expect(page.getByLabel("Name")).toBeFocused();
  }
  await judge(page, "create blueprint missing name");
});
