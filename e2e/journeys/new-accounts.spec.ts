import { createBlueprint } from "@blueprint/contract/blueprints";
import { errorCatalogue } from "@blueprint/contract/errors";
import type { Page } from "@playwright/test";
import { launchServer } from "../harness/launch-server.ts";
import { invite, newEmail, password, readLink } from "../harness/people.ts";
import { chooseGoogleAccount, expect, fillSignIn, test } from "../harness/sign-in.ts";

const inviteOnly = errorCatalogue["access-denied"].message;
const networkError = errorCatalogue["network-request-failed"].message;
const refusedRequest = /Failed to load resource/;
const wanted = "/profile?from=mail&a=1#part";

async function createAccount(page: Page, name = "Nora Neu"): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create account" }).click();
}

async function wantSomething(page: Page): Promise<void> {
  await page.goto(wanted);
  await expect(page).toHaveURL("/login");
}

test.describe("a new account goes to onboarding first, and then to its destination", () => {
  test("created in the tab of the invitation's mail", async ({ openWindow, person, server }) => {
    const email = newEmail();
    const link = await invite(server, await person(), email, "viewer");
    const window = await openWindow();
    await wantSomething(await window.newPage());
    const mail = await window.newPage();
    await mail.goto(link);
    await createAccount(mail);
    await expect(mail.getByRole("heading", { name: "Welcome, Nora Neu" })).toBeVisible();
    await expect(mail).toHaveURL("/onboarding");
    // The onboarding may also be finished later.
    await mail.reload();
    await mail.getByRole("button", { name: "Continue" }).click();
    await expect(mail).toHaveURL(wanted);
  });

  test("created with Google", async ({ page, person, server, google }) => {
    const email = newEmail();
    await invite(server, await person(), email, "viewer");
    google.addPerson({ sub: "google-new-account", email, email_verified: true, name: "Gerda Neu" });
    await wantSomething(page);
    await chooseGoogleAccount(page, email);
    await expect(page.getByRole("heading", { name: "Welcome, Gerda Neu" })).toBeVisible();
    await expect(page).toHaveURL("/onboarding");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(wanted);
  });
});

test.describe("the stored destination is found in the tab of a mail", () => {
  test("that resets the password", async ({ openWindow, person, server }) => {
    const someone = await person();
    const window = await openWindow();
    const first = await window.newPage();
    await wantSomething(first);
    await first.getByRole("button", { name: /password\?/ }).click();
    await first.getByLabel("Email").fill(someone.email);
    await first.getByRole("button", { name: "Send link" }).click();
    const mail = await window.newPage();
    await mail.goto(await readLink(server, someone.email, /https?:\/\/\S+\/login\?reset=\S+/));
    const fresh = "another quiet corner table";
    await mail.getByLabel("New password", { exact: true }).fill(fresh);
    await mail.getByRole("button", { name: "Change password" }).click();
    await fillSignIn(mail, { email: someone.email, password: fresh });
    await expect(mail).toHaveURL(wanted);
  });

  test("that invites someone who has an account", async ({ openWindow, person, server }) => {
    const [host, guest] = [await person(), await person()];
    const link = await invite(server, host, guest.email, "viewer");
    const window = await openWindow();
    await wantSomething(await window.newPage());
    const mail = await window.newPage();
    await mail.goto(link);
    await mail.getByRole("button", { name: "Sign in" }).click();
    await fillSignIn(mail, guest);
    await mail.getByRole("button", { name: /^Join/ }).click();
    await expect(mail).toHaveURL(wanted);
  });

  test("and is removed at sign-out", async ({ openWindowOf, person, server }) => {
    const window = await openWindowOf(await person());
    const [page, other] = [await window.newPage(), await window.newPage()];
    await page.goto("/dashboard");
    await other.goto("/profile");
    await expect(other.getByRole("heading", { name: "Profile" }).first()).toBeVisible();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(other).toHaveURL("/login");
    await page.goto(await invite(server, await person(), newEmail(), "viewer"));
    await createAccount(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/dashboard");
  });
});

test.describe("the onboarding", () => {
  test("names the team after the organisation, and leads people with a scan to the upload", async ({ openWindow }) => {
    const fresh = await launchServer();
    try {
      const page = await (await openWindow({ baseURL: fresh.url })).newPage();
      await page.goto(fresh.operatorInvitationUrl);
      await page.getByLabel("Email").fill(newEmail());
      await createAccount(page);
      await page.getByLabel("Organisation").fill("City Museum");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("radio", { name: /^I have a scan/ }).check();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page).toHaveURL("/create-blueprint");
      await expect(page.getByLabel("Scan file")).toBeAttached();
      await expect(page.getByRole("button", { name: /City Museum/ }).first()).toBeVisible();
      await page.close();
    } finally {
      await fresh.dispose();
    }
  });

  test("shows teammates the shared content, not the founder's questions", async ({ page, person, server, judge }) => {
    const host = await person({ name: "Hanna Host" });
    for (const name of ["Gallery", "Depot"])
      await host.api(createBlueprint, {
        body: {
          teamId: host.teamId,
          name,
          industry: "museum",
          place: { address: "", latitude: null, longitude: null },
        },
      });
    await page.goto(await invite(server, host, newEmail(), "viewer"));
    await createAccount(page);
    await expect(page.getByText("You joined Hanna Host.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Depot" })).toBeVisible();
    await expect(page.getByLabel("Organisation")).toHaveCount(0);
    await judge(page, "onboarding teammate");
    await page.getByRole("button", { name: "Gallery" }).click();
    await expect(page).toHaveURL(/\/blueprint-editor\//);
    await page.goto("/login");
    await expect(page, "the onboarding is over").toHaveURL("/dashboard");
  });
});

test.describe("/create-account", () => {
  test("without an invitation explains that access is invite-only, and how to request it", async ({ page, judge }) => {
    await page.goto("/create-account?ref=ABC123");
    await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
    await expect(page).toHaveURL("/login?ref=ABC123");
    await expect(page.getByText(inviteOnly)).toBeVisible();
    await judge(page, "create account");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
    await page.getByLabel("Email").fill("nobody@example.org");
    await page.getByRole("button", { name: "Ask for access" }).click();
    await expect(page.getByLabel("Email")).toHaveValue("nobody@example.org");
    await page.goto("/sign-in");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test("with an invitation opens its form", async ({ page, person, server }) => {
    const email = newEmail();
    const link = new URL(await invite(server, await person({ name: "Hanna Host" }), email, "viewer"));
    await page.goto(`/create-account${link.search}`);
    await expect(page).toHaveURL(`/login${link.search}`);
    await expect(page.getByRole("heading", { name: "Hanna Host invites you to" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await createAccount(page);
    await expect(page).toHaveURL("/onboarding");
  });

  test("forwards people who are signed in", async ({ openWindowOf, person }) => {
    const page = await (await openWindowOf(await person())).newPage();
    await page.goto("/create-account");
    await expect(page).toHaveURL("/dashboard");
  });
});

const devices = [
  { device: "desktop", seconds: 30, options: {} },
  {
    device: "mobile",
    seconds: 60,
    options: {
      userAgent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
    },
  },
];
for (const { device, seconds, options } of devices) {
  test.describe(`gives up on an unresponsive server after ${seconds} s on a ${device}`, () => {
    test("when the session is loaded", async ({ openWindow, line, operator }) => {
      expect(operator.email).toBeTruthy();
      const page = await (await openWindow(options)).newPage();
      await page.clock.install();
      const release = line.hold(({ path }) => path.startsWith("/api/session"));
      await page.goto("/dashboard");
      await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
      await page.clock.runFor(seconds * 1000 - 2_000);
      await expect(page.getByText(networkError)).toHaveCount(0);
      await page.clock.runFor(4_000);
      await expect(page.getByText(networkError)).toBeVisible();
      release();
    });

    test("when an account is created", async ({ openWindow, line, person, server, expectConsoleError }) => {
      expectConsoleError(refusedRequest);
      const page = await (await openWindow(options)).newPage();
      await page.clock.install();
      await page.goto(await invite(server, await person(), newEmail(), "viewer"));
      await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
      const release = line.hold(({ method, path }) => method === "POST" && path.startsWith("/api/invitations/"));
      await createAccount(page);
      await page.clock.runFor(seconds * 1000 + 2_000);
      await expect(page.getByText(networkError)).toBeVisible();
      release();
    });
  });
}
