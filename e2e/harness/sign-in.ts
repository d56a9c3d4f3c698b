import { join } from "node:path";
import { googlePopup } from "@blueprint/contract/accounts";
import type { Page } from "@playwright/test";
import { connect } from "../../apps/server/src/db/connection.ts";
import {
  type OpenIdProvider,
  startOpenIdProvider,
} from "../../apps/server/src/features/people/testing/open-id-provider.ts";
import { type CuttingProxy, startCuttingProxy } from "./cutting-proxy.ts";
import { type LaunchedServer, launchServer } from "./launch-server.ts";
import { expect, type Person, test as withPeople } from "./people.ts";

export { expect };

export type Database = ReturnType<typeof connect>;

export interface SignInFixtures {
  /** The proxy, restored at the end of the test. */
  line: CuttingProxy;
}

export interface SignInWorkerFixtures {
  /** The proxy in front of the whole product. */
  wire: CuttingProxy;
  /** The provider in Google's place. */
  google: OpenIdProvider;
  /** The server's own database: to see what is stored, and to make it fail. */
  database: Database;
}

/** Another origin that sign-in may redirect to in these journeys; set by the journey that has one. */
export const destinationOrigin = "http://127.0.0.1:18734";

/** Sign-in journeys: the server is behind a proxy that can be cut, and Google is a real provider. */
export const test = withPeople.extend<SignInFixtures, SignInWorkerFixtures>({
  wire: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
    async ({}, use) => {
      const wire = await startCuttingProxy();
      await use(wire);
      await wire.close();
    },
    { scope: "worker" },
  ],

  google: [
    async ({ wire }, use) => {
      const google = await startOpenIdProvider(wire.url + googlePopup.callbackPath);
      await use(google);
      await google.close();
    },
    { scope: "worker" },
  ],

  server: [
    async ({ wire, google }, use) => {
      const server = await launchServer({
        PUBLIC_URL: wire.url,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        GOOGLE_ISSUER: google.issuer,
        DESTINATION_ORIGINS: destinationOrigin,
      });
      wire.forwardTo(server.url);
      try {
        await use(server);
      } finally {
        await server.dispose();
      }
    },
    { scope: "worker", timeout: 60_000 },
  ],

  database: [
    async ({ server }, use) => {
      const database = openDatabase(server);
      await use(database);
      await database.end();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ wire }, use) => use(wire.url),

  line: async ({ wire }, use) => {
    await use(wire);
    wire.mend();
  },
});

export function openDatabase({ dataDir }: Pick<LaunchedServer, "dataDir">): Database {
  const host = join(dataDir, "postgres", "socket");
  return connect({ host, port: 5432, user: "blueprint", database: "blueprint" }, 2);
}

export async function fillSignIn(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Opens the popup and chooses an account in it; null only opens it. */
export async function chooseGoogleAccount(page: Page, email: string | null): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const popup = await opening;
  await expect(popup.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  if (email !== null) await popup.getByRole("button", { name: email }).click();
  return popup;
}
