import { listTasks } from "@blueprint/contract/tasks";
import type { Page } from "@playwright/test";
import { expect, joinTeam, test } from "../harness/people.ts";
import { makeBlueprint, makePlainRoom, uploadScan } from "../harness/scans.ts";

const tasksOf = (page: Page) => page.getByRole("region", { name: "Tasks", exact: true });
const workflowsOf = (page: Page) => page.getByRole("region", { name: "Workflows", exact: true });

test("a workflow creates a task when a scan is ready, a colleague ticks it off, and the log says what was done", async ({
  person,
  server,
  openWindowOf,
  expectConsoleError,
  judge,
}) => {
  // The server refuses placeholders that no event provides.
  expectConsoleError(/status of 400/);
  const owner = await person({ name: "Olivia Owner" });
  const colleague = await person({ name: "Emil Editor" });
  await joinTeam(server, owner, colleague, "editor");
  const blueprint = await makeBlueprint(owner, "Harbour hall");
  const page = await (await openWindowOf(owner)).newPage();
  const tasks = tasksOf(page);
  const workflows = workflowsOf(page);

  await test.step("nothing is there yet, and each part says what comes next", async () => {
    await page.goto("/workspace");
    await expect(tasks.getByText("No open tasks.", { exact: false })).toBeVisible();
    await expect(workflows.getByText("No workflows yet")).toBeVisible();
    await judge(page, "workspace empty");
  });

  await test.step("a workflow is made and tried out", async () => {
    await workflows.getByRole("button", { name: "New workflow" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("When")).toHaveValue("scan.ready");
    await dialog.getByLabel("Blueprint").fill("harb");
    await dialog.getByRole("option", { name: "Harbour hall" }).click();
    await dialog.getByRole("radio", { name: /^Send an email/ }).click();
    await judge(page, "workflow email");
    await dialog.getByRole("radio", { name: /^Create a task/ }).click();
    await dialog.getByLabel("Title").fill("Check {scan} of {blueprnt}");
    await dialog.getByLabel("Assignee").selectOption("Emil Editor");
    await dialog.getByLabel("Due after (days)").fill("2");
    await dialog.getByRole("button", { name: "Create workflow" }).click();
    await expect(dialog.getByText("{blueprnt} doesn't work here.", { exact: false })).toBeVisible();
    await judge(page, "workflow new");
    await dialog.getByLabel("Title").fill("Check {scan} of {blueprint}");
    await dialog.getByRole("button", { name: "Create workflow" }).click();
    await expect(workflows.getByText("When a scan is ready in Harbour hall: create the task")).toBeVisible();
    await workflows.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Run as a test" }).click();
    await expect(
      workflows.getByText("Created the task “Check (example) of Harbour hall”", { exact: false }),
    ).toBeVisible();
    await tasks.getByRole("button", { name: "Check (example) of Harbour hall" }).click();
    await judge(page, "task open");
    await page.getByRole("dialog").getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete task" }).click();
    await expect(tasks.getByText("No open tasks.", { exact: false })).toBeVisible();
  });

  await test.step("a scan becomes ready, and the task is there", async () => {
    await uploadScan(server, owner, blueprint, "room.glb", makePlainRoom());
    const read = async () =>
      (await owner.api(listTasks, { params: { teamId: owner.teamId }, query: {} })).tasks.map(({ title }) => title);
    await expect.poll(read, { timeout: 60_000 }).toEqual(["Check room.glb of Harbour hall"]);
    await workflows.getByRole("button", { name: /^Show log/ }).click();
    await expect(
      workflows.getByText("Created the task “Check room.glb of Harbour hall”", { exact: false }),
    ).toBeVisible();
  });

  await test.step("a person makes one by keyboard, and the colleague finds theirs through the inbox", async () => {
    await tasks.getByRole("button", { name: "New task" }).press("Enter");
    await page.keyboard.type("Order signs");
    await page.getByRole("dialog").getByLabel("Due").fill("2026-01-15");
    await page.getByRole("dialog").getByRole("button", { name: "Create task" }).press("Enter");
    await expect(tasks.getByText(/^Overdue since/)).toBeVisible();
    await judge(page, "workspace");

    const theirs = await (await openWindowOf(colleague)).newPage();
    await theirs.goto("/dashboard");
    await theirs.getByRole("button", { name: /^Inbox/ }).click();
    await theirs.getByText("assigned you a task: Check room.glb", { exact: false }).click();
    await expect(theirs.getByRole("button", { name: "Team: Olivia Owner" })).toBeVisible();
    const mine = tasksOf(theirs);
    await expect(mine.getByRole("radio", { name: "Mine 1" })).toBeChecked();
    await mine.getByRole("checkbox", { name: "Done: Check room.glb of Harbour hall" }).press("Space");
    await expect(mine.getByText("No open tasks are assigned to you.")).toBeVisible();
    await judge(theirs, "workspace of an editor");
  });

  await test.step("the owner sees who did it", async () => {
    await page.reload();
    await tasks.getByRole("radio", { name: "Done 1" }).click();
    await expect(tasks.getByText(/^Done .* by Emil Editor$/)).toBeVisible();
    await judge(page, "tasks done");
  });
});
