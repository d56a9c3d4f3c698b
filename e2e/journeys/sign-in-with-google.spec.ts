import { setAccountDisabled } from "@blueprint/contract/accounts";
import { errorCatalogue } from "@blueprint/contract/errors";
import { getMe } from "@blueprint/contract/users";
import { chromium } from "@playwright/test";
import { invite, newEmail } from "../harness/people.ts";
import { chooseGoogleAccount, expect, test } from "../harness/sign-in.ts";

const inviteOnly = "Blueprint access is currently invite-only. Please request an invitation to continue.";
const refusedRequest = /Failed to load resource/;
let subjects = 0;
const known = (email: string, more: { email_verified?: boolean; name?: string } = {}) => ({
  sub: `google-${++subjects}`,
  email,
  email_verified: true,
  ...more,
});

test("an invited person creates their account with Google, from the invitation's link", async ({
  page,
  person,
  server,
  google,
  database,
  screens,
}) => {
  const host = await person({ name: "Hanna Host" });
  const email = newEmail();
  google.addPerson(known(email, { name: "Gerda Neu" }));
  await page.goto(await invite(server, host, email, "editor"));
  await screens(page);
  await chooseGoogleAccount(page, email);
  await expect(page.getByRole("heading", { name: "Welcome, Gerda Neu" })).toBeVisible();
  await expect(page, "a new account goes through the onboarding").toHaveURL("/onboarding");
  const [profile] = await database`select num_sessions, finished_onboarding from users where email = ${email}`;
  expect(profile).toEqual({ num_sessions: 1, finished_onboarding: false });
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: /Hanna Host/ }).first()).toBeVisible();
});

test("an invited person may also start on the sign-in page", async ({ page, person, server, google }) => {
  const email = newEmail();
  await invite(server, await person(), email, "viewer");
  google.addPerson(known(email, { name: "Rita Neu" }));
  await page.goto("/login");
  await chooseGoogleAccount(page, email);
  await expect(page.getByRole("heading", { name: "Welcome, Rita Neu" })).toBeVisible();
  await expect(page).toHaveURL("/onboarding");
});

test("an account with a password and one with Google are the same, and the destination survives reload and popup", async ({
  page,
  person,
  google,
  database,
}) => {
  const { email, api } = await person();
  google.addPerson(known(email));
  await page.goto("/dashboard?state=archived#top");
  await expect(page).toHaveURL("/login");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await chooseGoogleAccount(page, email);
  await expect(page).toHaveURL("/dashboard?state=archived#top");
  expect((await api(getMe, {})).profile.numSessions).toBe(2);
  const ways = await database`
    select a.provider_id from auth_accounts a join auth_users u on u.id = a.user_id where u.email = ${email} order by 1`;
  expect(ways.map(({ provider_id }) => provider_id)).toEqual(["credential", "google"]);
  expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain("archived");
});

test("the account chooser is shown every time", async ({ page, person, google }) => {
  const { email } = await person();
  google.addPerson(known(email));
  for (let times = 1; times <= 2; times++) {
    const before = google.timesChosen();
    await page.goto("/login");
    await chooseGoogleAccount(page, email);
    await expect(page).toHaveURL("/dashboard");
    expect(google.timesChosen()).toBe(before + 1);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/login");
  }
});

test("a person who is not invited is told so, stays signed out, and requests access with the address filled in", async ({
  page,
  google,
  database,
  operator,
}) => {
  expect(operator.email).toBeTruthy();
  const email = newEmail();
  google.addPerson(known(email));
  await page.goto("/login");
  await chooseGoogleAccount(page, email);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(inviteOnly);
  expect(await database`select 1 from auth_users where email = ${email}`).toHaveLength(0);
  expect((await page.context().cookies()).filter(({ name }) => name.includes("session_token"))).toEqual([]);
  await alert.getByRole("button", { name: "Ask for access" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("heading", { name: "Your request is in" })).toBeVisible();
});

test("a closed popup and a cancelled sign-in show the same message", async ({ page, google, operator }) => {
  google.addPerson(known(operator.email));
  await page.goto("/login");
  const closed = await chooseGoogleAccount(page, null);
  await closed.close();
  await expect(page.getByRole("alert")).toHaveText("Google sign-in was cancelled");
  const left = await chooseGoogleAccount(page, null);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await left.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toHaveText("Google sign-in was cancelled");
});

test("a popup blocked by the browser is reported, and one that is allowed signs in", async ({
  wholeBrowser,
  wire,
  watch,
  person,
  google,
}) => {
  const { email } = await person();
  google.addPerson(known(email));
  // Playwright disables the browser's popup blocker unless told otherwise.
  const browser = await chromium.launch({ ...wholeBrowser, ignoreDefaultArgs: ["--disable-popup-blocking"] });
  try {
    const window = await browser.newContext({ baseURL: wire.url });
    watch.follow(window);
    const page = await window.newPage();
    // A click without user activation; whatever a test does in a page counts as a user's action.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const button = [...document.querySelectorAll("button")].find(({ textContent }) => /Google/.test(textContent));
        if (button === undefined) return;
        observer.disconnect();
        button.click();
        (globalThis as unknown as { noteClick: () => void }).noteClick();
      }).observe(document, { subtree: true, childList: true });
    });
    const clicked = Promise.withResolvers<void>();
    await page.exposeFunction("noteClick", () => clicked.resolve());
    await page.goto("/login");
    await clicked.promise;
    await expect(page.getByRole("alert")).toHaveText(errorCatalogue["popup-blocked"].message);
    expect(window.pages()).toHaveLength(1);
    await chooseGoogleAccount(page, email);
    await expect(page).toHaveURL("/dashboard");
  } finally {
    await browser.close();
  }
});

test("an account that an operator disabled is refused with that reason", async ({ page, person, google, operator }) => {
  const { email, api } = await person();
  const { profile } = await api(getMe, {});
  google.addPerson(known(email));
  await operator.api(setAccountDisabled, { params: { userId: profile.uid }, body: { disabled: true } });
  await page.goto("/login");
  await chooseGoogleAccount(page, email);
  await expect(page.getByRole("alert")).toHaveText("This account has been disabled");
});

test("an address that the provider did not verify does not open someone's account", async ({
  page,
  person,
  google,
}) => {
  const { email } = await person();
  google.addPerson(known(email, { email_verified: false }));
  await page.goto("/login");
  await chooseGoogleAccount(page, email);
  await expect(page.getByRole("alert")).toHaveText("Operation not allowed");
});

test("a profile that cannot be loaded after Google shows the texts for known and for new accounts", async ({
  page,
  person,
  server,
  google,
  line,
  expectConsoleError,
}) => {
  expectConsoleError(refusedRequest);
  const host = await person();
  google.addPerson(known(host.email));
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  line.cut(({ path }) => path.startsWith("/api/session"));
  await chooseGoogleAccount(page, host.email);
  await expect(page.getByRole("alert")).toHaveText(
    "We couldn't load your profile after signing in with Google. Please try again.",
  );
  const email = newEmail();
  await invite(server, host, email, "viewer");
  google.addPerson(known(email));
  await chooseGoogleAccount(page, email);
  await expect(page.getByRole("alert")).toHaveText(
    "Your account was created, but we couldn't finish loading it. Please try signing in again.",
  );
  line.mend();
  await chooseGoogleAccount(page, email);
  await expect(page).toHaveURL("/onboarding");
});

test("a profile that the database refuses is reported, and created the next time", async ({
  page,
  person,
  server,
  google,
  database,
}) => {
  const email = newEmail();
  await invite(server, await person(), email, "viewer");
  google.addPerson(known(email, { name: "Paula Spät" }));
  await database.unsafe(`alter table users add constraint refused check (email <> '${email}') not valid`);
  await page.goto("/login");
  await chooseGoogleAccount(page, email);
  await expect(page.getByRole("alert")).toHaveText(
    "We couldn't finish setting up your profile after Google sign in. Please try again.",
  );
  await database.unsafe("alter table users drop constraint refused");
  await chooseGoogleAccount(page, email);
  await expect(page.getByRole("heading", { name: "Welcome, Paula Spät" })).toBeVisible();
});

test("a person whose profile is denied is signed out with the invite-only text", async ({
  page,
  person,
  server,
  google,
  database,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403/);
  const email = newEmail();
  await invite(server, await person(), email, "viewer");
  google.addPerson(known(email));
  await page.goto("/login");
  await chooseGoogleAccount(page, email);
  await expect(page).toHaveURL("/onboarding");
  await database`delete from users where email = ${email}`;
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/login");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(errorCatalogue["permission-denied"].message);
  expect((await page.context().cookies()).filter(({ name }) => name.includes("session_token"))).toEqual([]);
  await alert.getByRole("button", { name: "Ask for access" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test("Google is linked in the settings under another address, signs in from then on, and stays while it is the only sign-in method", async ({
  page,
  person,
  server,
  openWindowOf,
  google,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409/);
  const me = await person({ name: "Lina Link" });
  const other = newEmail();
  google.addPerson(known(other));
  const settings = await (await openWindowOf(me)).newPage();
  await settings.goto("/settings?section=security");
  await settings.getByRole("button", { name: "Link Google" }).click();
  await settings.getByRole("button", { name: other }).click();
  await expect(settings).toHaveURL("/settings?section=security");
  await expect(settings.getByText(/^Linked /)).toBeVisible();

  await page.goto("/login");
  await chooseGoogleAccount(page, other);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("button", { name: /^Account of Lina Link/ })).toBeVisible();
  // The password remains as a sign-in method.
  await settings.getByRole("button", { name: "Unlink Google" }).click();
  await expect(settings.getByRole("button", { name: "Link Google" })).toBeVisible();

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/login");
  const invited = newEmail();
  google.addPerson(known(invited, { name: "Nur Google" }));
  await page.goto(await invite(server, me, invited, "viewer"));
  await chooseGoogleAccount(page, invited);
  await expect(page).toHaveURL("/onboarding");
  await page.goto("/settings?section=security");
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByRole("alert")).toHaveText(errorCatalogue["last-sign-in-method"].message);
  await page.reload();
  await expect(page.getByRole("button", { name: "Unlink Google" })).toBeVisible();
});
