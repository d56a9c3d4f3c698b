import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAuthMethods, setAccountDisabled } from "@blueprint/contract/accounts";
import { errorCatalogue } from "@blueprint/contract/errors";
import { getInstallation } from "@blueprint/contract/installation-settings";
import { notificationEventsUrl } from "@blueprint/contract/notifications";
import { getMe, getSession } from "@blueprint/contract/users";
import { chromium, type Page, type Request } from "@playwright/test";
import { launchServer } from "../harness/launch-server.ts";
import { invite, newEmail, password, readInvitationLink } from "../harness/people.ts";
import { destinationOrigin, expect, fillSignIn, test } from "../harness/sign-in.ts";

const refusedRequest = /Failed to load resource/;
const inviteOnly = errorCatalogue["access-denied"].message;
const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.includes("session_token"));

test.describe("the sign-in page's texts", () => {
  test("about the address and the password", async ({ page, person, operator, expectConsoleError, screens }) => {
    expectConsoleError(refusedRequest);
    const { email, api } = await person();
    await page.goto("/login");
    const answers = [
      [newEmail(), password, "No account found with this email"],
      [email, "not the password", "Invalid password"],
      ["no address", password, "Invalid email address"],
    ] as const;
    for (const [address, secret, text] of answers) {
      await fillSignIn(page, { email: address, password: secret });
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await screens(page);
    const { profile } = await api(getMe, {});
    await operator.api(setAccountDisabled, { params: { userId: profile.uid }, body: { disabled: true } });
    await fillSignIn(page, { email, password });
    await expect(page.getByRole("alert")).toHaveText("This account has been disabled");
    expect(await sessionCookies(page)).toEqual([]);
  });

  test("when the connection is lost", async ({ page, person, line, expectConsoleError }) => {
    expectConsoleError(refusedRequest);
    const { email } = await person();
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    line.cut(() => true);
    await fillSignIn(page, { email, password });
    await expect(page.getByRole("alert")).toHaveText("Network error occurred. Please check your connection");
    line.mend();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("when the profile cannot be loaded afterwards: disconnected, and missing", async ({
    page,
    person,
    line,
    database,
    expectConsoleError,
  }) => {
    expectConsoleError(refusedRequest);
    const { email } = await person();
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    line.cut(({ path }) => path.startsWith("/api/session"));
    await fillSignIn(page, { email, password });
    await expect(page.getByRole("alert")).toHaveText("Failed to load user data. Please try signing in again.");
    line.mend();
    await database`delete from users where email = ${email}`;
    await page.getByLabel("Email").fill(newEmail());
    await fillSignIn(page, { email, password });
    await expect(page.getByRole("alert")).toHaveText("Failed to load user data. Please try signing in again.");
  });

  test("when signing out fails, and when it does not", async ({ openWindowOf, person, line, expectConsoleError }) => {
    expectConsoleError(refusedRequest);
    const page = await (await openWindowOf(await person())).newPage();
    await page.goto("/dashboard");
    const signOut = async () => {
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
    };
    await expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible();
    line.cut(({ path }) => path === "/api/auth/sign-out");
    await signOut();
    await expect(page.getByText("Failed to sign out. Please try again.", { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL("/dashboard");
    expect(await sessionCookies(page)).toHaveLength(1);
    line.mend();
    await signOut();
    await expect(page).toHaveURL("/login");
    expect(await sessionCookies(page)).toEqual([]);
  });
});

test.describe("the account creation texts", () => {
  test("about a weak password, and about an address that has an account by then", async ({
    page,
    person,
    server,
    database,
    expectConsoleError,
  }) => {
    expectConsoleError(refusedRequest);
    const email = newEmail();
    await page.goto(await invite(server, await person(), email, "viewer"));
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Password is too weak", { exact: true })).toBeVisible();
    // Someone creates the account elsewhere meanwhile.
    const other = await person();
    await database`update auth_users set email = ${email} where email = ${other.email}`;
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("An account with this email already exists", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Sign in instead" }).click();
    await fillSignIn(page, { email, password });
    await expect(page, "back to join").toHaveURL(/\/accept-invite\?token=/);
  });

  test("on the first link, which names no address", async ({ openWindow, expectConsoleError }) => {
    expectConsoleError(refusedRequest);
    const fresh = await launchServer();
    try {
      const page = await (await openWindow({ baseURL: fresh.url })).newPage();
      await page.goto(fresh.operatorInvitationUrl);
      await expect(page.getByText("Google sign-in isn't available here")).toBeVisible();
      await page.getByLabel("Email").fill("no address");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByText("Invalid email address", { exact: true })).toBeVisible();
      await page.getByLabel("Email").fill("operator@example.org");
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page).toHaveURL(/\/onboarding/);
      await page.goto("/settings?section=security");
      await expect(page.getByText("Google sign-in isn't available here")).toBeVisible();
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await expect(page.getByText("Google sign-in isn't available here"), "an operator's device").toBeVisible();
      const stranger = await (await openWindow({ baseURL: fresh.url })).newPage();
      await stranger.goto("/login");
      await expect(stranger.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await stranger.waitForLoadState("networkidle");
      await expect(stranger.getByText(/Google/)).toHaveCount(0);
    } finally {
      await fresh.dispose();
    }
  });

  test("when the account is created but not loaded: disconnected, and refused by the database", async ({
    openWindow,
    person,
    server,
    line,
    database,
    expectConsoleError,
  }) => {
    expectConsoleError(refusedRequest);
    const host = await person();
    const makeAccount = async () => {
      const email = newEmail();
      const page = await (await openWindow()).newPage();
      await page.goto(await invite(server, host, email, "viewer"));
      await page.getByLabel("Password", { exact: true }).fill(password);
      return { page, email, button: page.getByRole("button", { name: "Create account" }) };
    };
    const first = await makeAccount();
    line.cut(({ path }) => path.startsWith("/api/session"));
    await first.button.click();
    await expect(
      first.page.getByText("Account created but failed to set up user profile. Please try signing in again."),
    ).toBeVisible();
    line.mend();

    const second = await makeAccount();
    await database.unsafe("alter table auth_sessions add constraint refused check (false) not valid");
    try {
      await second.button.click();
      await expect(
        second.page.getByText("We created your account but couldn't finish loading it. Please try signing in again."),
      ).toBeVisible();
    } finally {
      await database.unsafe("alter table auth_sessions drop constraint refused");
    }
    await second.page.goto("/login");
    await fillSignIn(second.page, { email: second.email, password });
    await expect(second.page).toHaveURL("/onboarding");
  });

  test("on the sign-in page: invited people get their link again, others the invite-only text", async ({
    page,
    person,
    server,
  }) => {
    const email = newEmail();
    const before = await invite(server, await person({ name: "Hanna Host" }), email, "viewer");
    await page.goto("/login");
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText("Check your email")).toBeVisible();
    await expect(page.getByText(inviteOnly)).toBeVisible();
    await page.goto(await readInvitationLink(server, email, [before]));
    await expect(page.getByRole("heading", { name: "Hanna Host invites you to" })).toBeVisible();
    await page.goto("/login");
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Email").fill("nobody@example.org");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(inviteOnly)).toBeVisible();
    await page.getByRole("button", { name: "Ask for access" }).click();
    await expect(page.getByLabel("Email")).toHaveValue("nobody@example.org");
  });
});

test.describe("a protected screen", () => {
  test("waits with a spinner while authentication loads", async ({ page, operator, line }) => {
    expect(operator.email).toBeTruthy();
    const release = line.hold(({ path }) => path.startsWith("/api/session"));
    await page.goto("/dashboard?state=binned#a");
    await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
    await expect(page).toHaveURL("/dashboard?state=binned#a");
    release();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  const unknownId = "00000000-0000-4000-8000-000000000000";
  for (const path of [
    "/create-blueprint",
    "/dashboard",
    "/profile",
    "/blueprint-editor",
    `/blueprint-editor/${unknownId}`,
    "/BlueprintEditor",
    `/BlueprintEditor/${unknownId}`,
    `/blueprints/${unknownId}/ai-studio`,
  ]) {
    test(`${path} redirects to sign-in and returns with query and hash`, async ({
      page,
      person,
      expectConsoleError,
    }) => {
      // The blueprint does not exist.
      expectConsoleError(/status of 404/);
      await page.goto(`${path}?from=mail&a=1&a=2#part`);
      await expect(page).toHaveURL("/login");
      await fillSignIn(page, await person());
      await expect(page).toHaveURL(`${path}?from=mail&a=1&a=2#part`);
      // On the first of these screens, a viewer of the team reads that it is for editors only; the address stays.
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expect(page.getByRole("heading", { name: "Sign in" })).toHaveCount(0);
      await expect(page).toHaveURL(`${path}?from=mail&a=1&a=2#part`);
    });
  }

  test("leads to onboarding while that is unfinished, and to the dashboard afterwards", async ({
    page,
    person,
    database,
  }) => {
    const someone = await person();
    await database`update users set finished_onboarding = null where email = ${someone.email}`;
    await page.goto("/login");
    await fillSignIn(page, someone);
    await expect(page).toHaveURL("/onboarding");
    await database`update users set finished_onboarding = true where email = ${someone.email}`;
    await page.goto("/login");
    await expect(page).toHaveURL("/dashboard");
  });

  for (const query of ["test=true", "resetOnboarding=true"]) {
    test(`opens with ${query} without an account, while the server reveals nothing`, async ({
      page,
      operator,
      request,
    }) => {
      expect(operator.email).toBeTruthy();
      for (const path of [
        "/dashboard",
        "/profile",
        "/create-blueprint",
        "/blueprint-editor",
        `/blueprint-editor/${unknownId}`,
        "/BlueprintEditor",
        `/BlueprintEditor/${unknownId}`,
        `/blueprints/${unknownId}/ai-studio`,
      ]) {
        await page.goto(`${path}?${query}`);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await page.waitForLoadState("networkidle");
        await expect(page).toHaveURL(`${path}?${query}`);
        await expect(page.getByRole("heading", { name: "Sign in" })).toHaveCount(0);
      }
      for (const path of ["/api/me", `/api/teams/${operator.teamId}/members`])
        expect((await request.get(`${path}?${query}`)).status()).toBe(401);
    });
  }
});

test.describe("a destination that starts with http", () => {
  test("loads a page of our own origin", async ({ page, person, wire }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent(`${wire.url}/profile?a=1#b`)}`);
    let loads = 0;
    page.on("framenavigated", () => loads++);
    const loaded = page.waitForEvent("load");
    await fillSignIn(page, await person());
    await loaded;
    await expect(page).toHaveURL("/profile?a=1#b");
    expect(loads).toBeGreaterThan(0);
  });

  test("loads a page of a configured origin", async ({ page, person, expectConsoleError }) => {
    expectConsoleError(/favicon/);
    const docs = createServer((_request, response) =>
      response.setHeader("content-type", "text/html").end("<h1>Handbook</h1>"),
    );
    await new Promise<void>((resolve) => docs.listen(Number(new URL(destinationOrigin).port), "127.0.0.1", resolve));
    try {
      await page.goto(`/login?next=${encodeURIComponent(`${destinationOrigin}/start`)}`);
      await fillSignIn(page, await person());
      await expect(page.getByRole("heading", { name: "Handbook" })).toBeVisible();
    } finally {
      docs.closeAllConnections();
      docs.close();
    }
  });

  for (const evil of ["https://evil.example/", "//evil.example/", "javascript:document.title='owned'"]) {
    test(`is not followed to ${evil}`, async ({ page, person }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`/login?next=${encodeURIComponent(evil)}`);
      await fillSignIn(page, await person());
      await expect(page).toHaveURL("/dashboard");
      expect(asked.filter((url) => new URL(url).hostname === "evil.example")).toEqual([]);
      expect(await page.title()).not.toBe("owned");
    });
  }
});

test.describe("a session", () => {
  test("is shared by every tab: signing in and out reaches the others", async ({ openWindow, person }) => {
    const someone = await person();
    const window = await openWindow();
    const [one, other] = [await window.newPage(), await window.newPage()];
    await one.goto("/login");
    await other.goto("/profile?a=1#b");
    await expect(other).toHaveURL("/login");
    await fillSignIn(one, someone);
    await expect(one).toHaveURL("/dashboard");
    await expect(other, "each tab goes where it wanted").toHaveURL("/profile?a=1#b");
    const loading = new Set<Request>();
    // The inbox's event stream lasts as long as the page.
    other.on("request", (request) => request.url().endsWith(notificationEventsUrl) || loading.add(request));
    for (const end of ["requestfinished", "requestfailed"] as const)
      other.on(end as "requestfinished", (request) => loading.delete(request));
    // A screen with much private data.
    await other.goto("/dashboard");
    await expect(other.getByRole("heading", { level: 1, name: "Blueprints" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Inbox, 1 unread" })).toBeVisible();
    await expect.poll(() => loading.size, { message: "everything that the screen asks for" }).toBe(0);
    const asked: string[] = [];
    other.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await one.getByRole("button", { name: /^Account of/ }).click();
    await one.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(one).toHaveURL("/login");
    await expect(other).toHaveURL("/login");
    await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
    // The session and what a visitor's page needs: nothing that is refused after signing out.
    const wanted = [getSession.url, getAuthMethods.url, getInstallation.url];
    await expect.poll(() => asked.filter((path) => path.startsWith("/api/")).toSorted()).toEqual(wanted.toSorted());
    expect(asked.find((path) => path.startsWith("/api/"))).toBe(getSession.url);
  });

  test("survives closing the browser", async ({ wholeBrowser, wire, person }) => {
    const someone = await person();
    const profileDir = mkdtempSync(join(tmpdir(), "blueprint-browser-"));
    const { timezoneId } = test.info().project.use;
    const open = () =>
      chromium.launchPersistentContext(profileDir, {
        ...wholeBrowser,
        baseURL: wire.url,
        ...(timezoneId === undefined ? {} : { timezoneId }),
      });
    try {
      let browser = await open();
      let page = await browser.newPage();
      await page.goto("/login");
      await fillSignIn(page, someone);
      await expect(page).toHaveURL("/dashboard");
      await browser.close();
      browser = await open();
      page = await browser.newPage();
      await page.goto("/profile");
      await expect(page.getByText(someone.email).first()).toBeVisible();
      await browser.close();
    } finally {
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  test("ends on every device when an operator disables the account", async ({
    openWindowOf,
    person,
    operator,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 401/);
    const someone = await person();
    const page = await (await openWindowOf(someone)).newPage();
    await page.goto("/dashboard");
    await expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible();
    const { profile } = await someone.api(getMe, {});
    await operator.api(setAccountDisabled, { params: { userId: profile.uid }, body: { disabled: true } });
    await page.reload();
    await expect(page).toHaveURL("/login");
  });
});
