import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ApiClient, createApiClient } from "@blueprint/contract/api-client";
import type { TeamId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { acceptInvitation, acceptInvitationWithNewAccount, inviteToTeam } from "@blueprint/contract/teams";
import { getMe, saveOnboarding } from "@blueprint/contract/users";
import type { BrowserContext, BrowserContextOptions } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import type { LaunchedServer } from "./launch-server.ts";
import { test as base, expect } from "./test.ts";

export { expect };

/** A user with an account and a personal team. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The personal team, which they own. */
  readonly teamId: TeamId;
  /** Value of a Cookie header with a live session. */
  readonly cookie: string;
  /** Headers of a program with the same session, which needs no app-check token. */
  readonly asProgram: { readonly authorization: string };
  readonly api: ApiClient;
}

export interface PeopleFixtures {
  /** Creates a user: invited by mail, with an account, past the onboarding. */
  person: (options?: { name?: string }) => Promise<Person>;
  /** A browser window with a signed-in user; their personal team is selected unless another is named. */
  openWindowOf: (person: Person, options?: BrowserContextOptions & { teamId?: TeamId }) => Promise<BrowserContext>;
}

export interface PeopleWorkerFixtures {
  /** The first account of the worker's server, created with the printed invitation. */
  operator: Person;
}

export const password = "a quiet corner table";

let made = 0;

/** An address that no test has used before. */
export function newEmail(): string {
  return `person-${process.pid}-${++made}@example.org`;
}

export const test = base.extend<PeopleFixtures, PeopleWorkerFixtures>({
  operator: [
    async ({ server }, use) => {
      await use(await acceptAsNewPerson(server, server.operatorInvitationUrl, "Olga Operator", newEmail()));
    },
    { scope: "worker" },
  ],

  person: async ({ server, operator }, use) => {
    await use(async ({ name = "Ines Iten" } = {}) => {
      const email = newEmail();
      return acceptAsNewPerson(server, await invite(server, operator, email, "viewer"), name, email);
    });
  },

  openWindowOf: async ({ openWindow, server }, use) => {
    await use(async (person, { teamId = person.teamId, ...options } = {}) => {
      const context = await openWindow(options);
      await signIn(context, server, person, teamId);
      return context;
    });
  },
});

/** Signs a new window in, like a returning user. */
export async function signIn(
  context: BrowserContext,
  server: Pick<LaunchedServer, "url">,
  person: Person,
  teamId: TeamId = person.teamId,
): Promise<void> {
  await addSession(context, server, person);
  const state = { origin: server.url, localStorage: [{ name: "blueprint.team", value: teamId }] };
  await context.setStorageState({ cookies: await context.cookies(), origins: [state] });
}

/** Adds a live session to a window and keeps everything else in it. */
export async function addSession(
  context: BrowserContext,
  server: Pick<LaunchedServer, "url">,
  person: Person,
): Promise<void> {
  await context.addCookies(
    person.cookie.split("; ").map((pair) => {
      const split = pair.indexOf("=");
      return { name: pair.slice(0, split), value: pair.slice(split + 1), url: server.url };
    }),
  );
}

/** Invites an address to the inviter's personal team. @returns the link in the mail. */
export async function invite(
  server: Pick<LaunchedServer, "mailDir">,
  inviter: Person,
  email: string,
  role: TeamRole,
): Promise<string> {
  const earlier = await listInvitationLinks(server, email);
  await inviter.api(inviteToTeam, {
    params: { teamId: inviter.teamId },
    body: { addresses: email, role },
  });
  return readInvitationLink(server, email, earlier);
}

/** Makes a user a member of another user's team. */
export async function joinTeam(server: LaunchedServer, host: Person, guest: Person, role: TeamRole): Promise<void> {
  const link = await invite(server, host, guest.email, role);
  await guest.api(acceptInvitation, { params: { token: toToken(link) } });
}

/** The link in the mail that invites an address, once it has arrived; ignores `earlier` ones. */
export async function readInvitationLink(
  server: Pick<LaunchedServer, "mailDir">,
  email: string,
  earlier: readonly string[] = [],
): Promise<string> {
  const findLink = async () => (await listInvitationLinks(server, email)).find((link) => !earlier.includes(link));
  return waitForMail(findLink, `a mail that invites ${email}`);
}

/** The first link of a kind in any mail to an address, once such a mail has arrived. */
export async function readLink(
  server: Pick<LaunchedServer, "mailDir">,
  email: string,
  pattern: RegExp,
): Promise<string> {
  const find = async () => (await listLinks(server, email, pattern))[0];
  return waitForMail(find, `a mail to ${email}`);
}

async function waitForMail(find: () => Promise<string | undefined>, message: string): Promise<string> {
  let link: string | undefined;
  const look = async () => {
    link = await find();
    return link;
  };
  await expect.poll(look, { message, intervals: [30], timeout: 20_000 }).toBeDefined();
  return link ?? "";
}

function listInvitationLinks(server: Pick<LaunchedServer, "mailDir">, email: string): Promise<string[]> {
  return listLinks(server, email, /https?:\/\/\S+\/accept-invite\S+/);
}

async function listLinks(
  { mailDir }: Pick<LaunchedServer, "mailDir">,
  email: string,
  pattern: RegExp,
): Promise<string[]> {
  const mails = await Promise.all(listMails(mailDir).map((name) => readMail(join(mailDir, name))));
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .flatMap(({ text }) => pattern.exec(text ?? "")?.[0] ?? []);
}

// A mail never changes once its file is there, and there are hundreds.
const readMails = new Map<string, Promise<Email>>();

function readMail(path: string): Promise<Email> {
  const mail = readMails.get(path) ?? PostalMime.parse(readFileSync(path));
  readMails.set(path, mail);
  return mail;
}

function listMails(mailDir: string): string[] {
  try {
    return readdirSync(mailDir).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
}

function toToken(invitationUrl: string): string {
  return new URL(invitationUrl).searchParams.get("token") ?? "";
}

/** Creates the account that an invitation is for. */
export async function acceptAsNewPerson(
  server: Pick<LaunchedServer, "url">,
  invitationUrl: string,
  name: string,
  email: string,
  fetchWith: typeof fetch = fetch,
): Promise<Person> {
  let cookie = "";
  const keepCookie: typeof fetch = async (input, init) => {
    const response = await fetchWith(input, init);
    cookie ||= response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return response;
  };
  const body = { email, password, name };
  const params = { token: toToken(invitationUrl) };
  await createApiClient({ baseUrl: server.url, fetch: keepCookie })(acceptInvitationWithNewAccount, { params, body });
  const api = createApiClient({ baseUrl: server.url, headers: { cookie }, fetch: fetchWith });
  await api(saveOnboarding, { body: { step: "done" } });
  const { teams } = await api(getMe, {});
  const own = teams.find(({ isPersonal }) => isPersonal);
  if (own === undefined) throw new Error("A new account has no team of its own.");
  const asProgram = { authorization: `Bearer ${/session_token=([^;]+)/.exec(cookie)?.[1]}` };
  return { name, email, password, teamId: own.teamId, cookie, asProgram, api };
}
