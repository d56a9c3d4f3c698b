import { updateBlueprint } from "@blueprint/contract/blueprints";
import { createSampleBlueprint } from "@blueprint/contract/sample";
import { listScans } from "@blueprint/contract/scans";
import { expect, readLink, test } from "../harness/people.ts";
import { publish, waitForScan } from "../harness/scans.ts";

test("a claim with objection and appeal moves a place, and can be undone", async ({
  person,
  operator,
  server,
  openWindow,
  openWindowOf,
  judge,
  expectConsoleError,
}) => {
  // Refused codes.
  expectConsoleError(/400 \(Bad Request\)/);
  // A dashboard that is open while its place moves: the picture's address ends with the team's right.
  expectConsoleError(/404 \(Not Found\).*\/preview\.webp/);
  const holder = await person({ name: "Hanna Holder" });
  const claimant = await person({ name: "Clara Claimant" });
  const place = await holder.api(createSampleBlueprint, { body: { teamId: holder.teamId } });
  await holder.api(updateBlueprint, {
    params: { blueprintId: place.id },
    body: { name: "Museum of Rope", facts: [{ label: "Website", text: "https://museum-of-rope.org" }] },
  });
  const { scans } = await holder.api(listScans, { params: { blueprintId: place.id } });
  await waitForScan(holder, scans[0]!);
  await publish(holder, place);
  const address = `/claim-blueprint?b=${place.slug}`;

  await test.step("without an account, a claim is started and nothing changes", async () => {
    const page = await (await openWindow()).newPage();
    await page.goto(address);
    await expect(page.getByRole("button", { name: "Start claim" })).toBeVisible();
    await judge(page, "claim without account");
  });

  const theirs = await (await openWindowOf(claimant)).newPage();
  const claim = theirs.getByRole("article");
  await test.step("the claimant starts it and sees three ways to prove it", async () => {
    await theirs.goto(address);
    await expect(theirs.getByText("That’s Museum of Rope")).toBeVisible();
    await judge(theirs, "claim start");
    await theirs.getByLabel("What speaks for you").fill("The register names me as director <b>since 2019</b>.");
    await theirs.getByRole("button", { name: "Start claim" }).click();
    await expect(claim.getByText("Not proven yet")).toBeVisible();
    await expect(claim.getByText("director <b>since 2019</b>")).toBeVisible();
    await claim.getByRole("radio", { name: /^Web domain/ }).click();
    await claim.getByRole("button", { name: "Get token" }).click();
    await expect(claim.getByLabel("Line")).toHaveValue(/^blueprint-verification=.{43}$/);
    await judge(theirs, "claim domain");
    await claim.getByRole("radio", { name: /^Code/ }).click();
    await claim.getByLabel("Code", { exact: true }).fill("2222-2222-2222");
    await claim.getByRole("button", { name: "Use code" }).click();
    await expect(claim.getByText("This code doesn't work for this place.")).toBeVisible();
  });

  const ours = await (await openWindowOf(holder)).newPage();
  const dialog = ours.getByRole("dialog");
  const code = await test.step("the team makes a code for the venue", async () => {
    await ours.goto("/dashboard");
    await ours.getByRole("button", { name: "More actions for Museum of Rope" }).click();
    await ours.getByRole("menuitem", { name: "Claims" }).click();
    await expect(dialog.getByText("Nobody has claimed this place.")).toBeVisible();
    await dialog.getByLabel("Where it goes").fill("Front desk");
    await dialog.getByRole("button", { name: "Make code" }).click();
    const made = dialog.getByLabel("Code for Front desk");
    await expect(made).toHaveValue(/^(.{4}-){2}.{4}$/);
    const text = await made.inputValue();
    await judge(ours, "claim code");
    await dialog.getByRole("button", { name: "I've copied it" }).click();
    await expect(dialog.getByText("Front desk")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    return text;
  });

  await test.step("the code proves the claim, and the team hears of it at once", async () => {
    await claim.getByLabel("Code", { exact: true }).fill(code);
    await claim.getByRole("button", { name: "Use code" }).click();
    await expect(claim.getByText("Waiting for the team")).toBeVisible();
    await judge(theirs, "claim waiting");
    await expect(ours.getByRole("region", { name: "Needs attention" })).toContainText(
      "Clara Claimant claims Museum of Rope.",
    );
    await judge(ours, "claim on dashboard");
    const link = await readLink(server, holder.email, /https?:\/\/\S+\/dashboard\?team=\S+&claim=[\w-]+/);
    await ours.goto(link);
    await expect(dialog.getByText("A code from the venue")).toBeVisible();
    await judge(ours, "claim for team");
  });

  await test.step("the team objects, with a reason", async () => {
    await dialog.getByRole("button", { name: "Object" }).click();
    const question = ours.getByRole("dialog", { name: "Object to the claim of Museum of Rope" });
    await question.getByLabel("Reason").fill("We run the museum.");
    await question.getByRole("button", { name: "Object", exact: true }).click();
    await expect(question).toBeHidden();
    await expect(claim.getByText("We run the museum.")).toBeVisible();
    await expect(claim.getByText("With an operator")).toBeVisible();
  });

  const desk = await (await openWindowOf(operator)).newPage();
  const decide = async (step: string, reason: string, confirm: string) => {
    await desk.getByRole("article").getByRole("button", { name: step, exact: true }).click();
    const question = desk.getByRole("dialog");
    await question.getByLabel("Reason").fill(reason);
    await question.getByRole("button", { name: confirm }).click();
    await expect(question).toBeHidden();
  };
  await test.step("an operator declines, and the claimant appeals", async () => {
    await desk.goto("/workspace?area=operator&inbox=claims");
    await expect(desk.getByRole("article")).toContainText("The team objected, Hanna Holder");
    await judge(desk, "claim inbox");
    await decide("Decline", "The register entry is old.", "Decline");
    await expect(desk.getByText("No open claims.")).toBeVisible();
    await expect(claim.getByText("Declined", { exact: true })).toBeVisible();
    await claim.getByRole("button", { name: "Appeal" }).click();
    const question = theirs.getByRole("dialog");
    await judge(theirs, "claim appeal");
    await question.getByLabel("Reason").fill("Here is this year's entry.");
    await question.getByRole("button", { name: "Send appeal" }).click();
    await expect(question).toBeHidden();
  });

  await test.step("the appeal is accepted, and the place moves", async () => {
    await expect(desk.getByRole("article")).toContainText("Here is this year's entry.");
    await decide("Accept", "The new entry is right.", "Accept and move it");
    await expect(claim.getByText("Accepted", { exact: true })).toBeVisible();
    await judge(theirs, "claim accepted");
    await theirs.goto("/dashboard");
    await expect(theirs.getByRole("button", { name: "More actions for Museum of Rope" })).toBeVisible();
    await expect(ours.getByRole("button", { name: "More actions for Museum of Rope" })).toHaveCount(0);
  });

  await test.step("the team asks for it back, and the operator undoes the move", async () => {
    await dialog.getByRole("button", { name: "Ask for it back" }).click();
    const question = ours.getByRole("dialog", { name: "Ask for Museum of Rope back" });
    await question.getByLabel("Reason").fill("The entry is forged.");
    await question.getByRole("button", { name: "Ask for it back" }).click();
    await expect(question).toBeHidden();
    await expect(desk.getByRole("article")).toContainText("The entry is forged.");
    await decide("Undo", "It was forged.", "Move it back");
    await expect(dialog.getByText("Undone")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(ours.getByRole("button", { name: "More actions for Museum of Rope" })).toBeVisible();
  });
});
