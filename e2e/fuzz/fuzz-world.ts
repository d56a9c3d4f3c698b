import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "@blueprint/contract/api-client";
import { createApiKey } from "@blueprint/contract/api-keys";
import { apiScopes } from "@blueprint/contract/api-scopes";
import { createBlueprint, publishBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { createSampleBlueprint } from "@blueprint/contract/sample";
import { listScans } from "@blueprint/contract/scans";
import { createTask } from "@blueprint/contract/tasks";
import { getTeamUsage, inviteToTeam, leaveTeam } from "@blueprint/contract/teams";
import { createWebhook } from "@blueprint/contract/webhooks";
import { addAnchor, editQuestion } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import PostalMime from "postal-mime";
import { openSceneClient } from "../../apps/server/src/features/scene/testing/scene-client.ts";
import type { LaunchedServer } from "../harness/launch-server.ts";
import { acceptAsNewPerson, newEmail, type Person } from "../harness/people.ts";
import { KnownValues } from "./known-values.ts";
import type { Sender } from "./make-request.ts";

export type SenderName = "anonymous" | "viewer" | "editor" | "owner" | "operator" | "key";

/** One team's members in every role, and its known values. A new world replaces it once requests have broken it. */
export interface FuzzWorld {
  readonly senders: Readonly<Record<SenderName, Sender>>;
  readonly known: KnownValues;
  readonly serverUrl: string;
  readonly people: Readonly<Record<"viewer" | "editor" | "owner" | "operator", Person>>;
  readonly blueprintId: BlueprintId;
  /** The scan shown in the place. */
  readonly scanId: ScanId;
  readonly slug: string;
  /** The anchor with the form that visitors may answer. */
  readonly anchorId: string;
  readonly mailbox: Mailbox;
  isWell(): Promise<boolean>;
  /** Creates an account that a call may delete. */
  makePerson(): Promise<{ person: Person; sender: Sender }>;
}

/** Sends each call from another IP address: limits per address are not under test. */
export const fetchFromAnywhere: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("x-forwarded-for", [...randomBytes(4)].join("."));
  return fetch(input, { ...init, headers });
};

/** A team whose names no one else may ever read. */
export interface ForeignTeam {
  /** Part of all the team's data. */
  readonly canary: string;
  /** Part of the names of the team and its owner, which operators see in the installation's lists. */
  readonly nameCanary: string;
  readonly teamId: string;
  readonly known: KnownValues;
  readonly blueprintId: BlueprintId;
}

const mailWaitMs = 20_000;
const conversionWaitMs = 60_000;
const anchorId = "visit";

type TokenKind = "token" | "email-change" | "reset";

/** Reads the links of new mails as they arrive. */
export class Mailbox {
  readonly #dir: string;
  readonly #read = new Set<string>();
  readonly #received: { email: string; kind: TokenKind; token: string }[] = [];
  /** Tokens of all mails, newest last. */
  readonly tokens: string[] = [];

  constructor(dir: string) {
    this.#dir = dir;
  }

  async look(): Promise<void> {
    // The first mail creates the folder.
    if (!existsSync(this.#dir)) return;
    for (const name of readdirSync(this.#dir)) {
      if (!name.endsWith(".eml") || this.#read.has(name)) continue;
      this.#read.add(name);
      const { to, text = "" } = await PostalMime.parse(readFileSync(join(this.#dir, name)));
      for (const [, kind, token = ""] of text.matchAll(/[?&](token|email-change|reset)=([\w-]{20,})/g)) {
        this.tokens.push(token);
        for (const { address = "" } of to ?? [])
          this.#received.push({ email: address, kind: kind as TokenKind, token });
      }
    }
  }

  /** Number of links of a kind that an address has received so far. */
  count(email: string, kind: TokenKind): number {
    return this.#of(email, kind).length;
  }

  /** Waits for more than `earlier` tokens of a kind. @returns the newest */
  async waitFor(email: string, kind: TokenKind, earlier: number): Promise<string> {
    const endAt = performance.now() + mailWaitMs;
    while (performance.now() < endAt) {
      await this.look();
      const tokens = this.#of(email, kind);
      if (tokens.length > earlier) return tokens.at(-1) ?? "";
      await wait(50);
    }
    throw new Error(`No mail with a ${kind} came for ${email}.`);
  }

  #of(email: string, kind: TokenKind): string[] {
    return this.#received.filter((one) => one.email === email && one.kind === kind).map(({ token }) => token);
  }
}

export class WorldBuilder {
  readonly #server: LaunchedServer;
  readonly #operator: Person;
  readonly #mailbox: Mailbox;
  readonly #paths: readonly string[];

  constructor(server: LaunchedServer, operator: Person, mailbox: Mailbox, paths: readonly string[]) {
    this.#server = server;
    this.#operator = operator;
    this.#mailbox = mailbox;
    this.#paths = paths;
  }

  async build(secrets: Set<string>): Promise<FuzzWorld> {
    const owner = await this.#makePerson(this.#operator, "viewer", "Olive Owner");
    const [editor, viewer] = [
      await this.#makePerson(owner, "editor", "Ed Editor"),
      await this.#makePerson(owner, "viewer", "Vic Viewer"),
    ];
    const { teamId } = owner;
    const { id: blueprintId, slug } = await this.#buildPlace(owner);
    const { scans } = await owner.api(listScans, { params: { blueprintId } });
    const scanId = scans[0]?.id;
    if (scanId === undefined) throw new Error("The place was published without a scan.");
    const key = await owner.api(createApiKey, { params: { teamId }, body: { name: "Robot", scopes: [...apiScopes] } });
    const known = new KnownValues(this.#paths);
    for (const [param, id] of [
      ["teamId", teamId],
      ["blueprintId", blueprintId],
      ["slug", slug],
      ["anchorId", anchorId],
    ] as const) {
      known.addId(param, id);
    }
    const people = { viewer, editor, owner, operator: this.#operator };
    for (const person of Object.values(people)) {
      secrets.add(person.password);
      for (const pair of person.cookie.split("; ")) secrets.add(pair.slice(pair.indexOf("=") + 1));
    }
    secrets.add(key.token);
    const senders: Record<SenderName, Sender> = {
      anonymous: { headers: {}, userId: null, email: newEmail(), password: "nobody at all has this" },
      viewer: await this.#toSender(viewer),
      editor: await this.#toSender(editor),
      owner: await this.#toSender(owner),
      operator: await this.#toSender(this.#operator),
      key: { ...(await this.#toSender(owner)), headers: { authorization: `Bearer ${key.token}` } },
    };
    const isWell = async () => {
      try {
        await Promise.all([owner, editor, viewer].map(({ api }) => api(getTeamUsage, { params: { teamId } })));
        const { scans: left } = await owner.api(listScans, { params: { blueprintId } });
        return left.some((scan) => scan.id === scanId && scan.delivery !== null);
      } catch {
        return false;
      }
    };
    const makePerson = async () => {
      const person = await this.#makePerson(this.#operator, "viewer", "Paul Passing");
      for (const pair of person.cookie.split("; ")) secrets.add(pair.slice(pair.indexOf("=") + 1));
      return { person, sender: await this.#toSender(person) };
    };
    const { url: serverUrl } = this.#server;
    const place = { serverUrl, people, blueprintId, scanId, slug, anchorId, mailbox: this.#mailbox };
    return { senders, known, ...place, isWell, makePerson };
  }

  async buildForeign(): Promise<ForeignTeam> {
    const canary = `canary${crypto.randomUUID().replaceAll("-", "")}`;
    const nameCanary = `name${crypto.randomUUID().replaceAll("-", "")}`;
    const owner = await this.#makePerson(this.#operator, "viewer", `Owner ${nameCanary}`);
    const { teamId, api } = owner;
    // The inviter's team has many members, who would see the name there.
    await api(leaveTeam, { params: { teamId: this.#operator.teamId } });
    const body = { teamId, name: `Place ${canary}`, industry: "museum" as const };
    const { id: blueprintId } = await api(createBlueprint, { body });
    const details = { description: `About ${canary}`, tags: [canary.slice(0, 30)] };
    await api(updateBlueprint, { params: { blueprintId }, body: details });
    await api(createTask, { params: { teamId }, body: { title: `Task ${canary}` } });
    const hook = { url: `https://${canary}.example.org/hook`, events: ["scan.ready" as const] };
    await api(createWebhook, { params: { teamId }, body: hook });
    await this.#placeForm({ ...owner, cookie: owner.cookie }, blueprintId, `Form ${canary}`);
    const known = new KnownValues(this.#paths);
    known.addId("teamId", teamId);
    known.addId("blueprintId", blueprintId);
    // Reads as their owner: strangers try the ids later.
    for (const path of this.#paths.filter((one) => /^\/api\/(teams|blueprints)\/\{\w+\}\/[\w-]+$/.test(one))) {
      const address = path.replace("{teamId}", teamId).replace("{blueprintId}", blueprintId);
      if (address.includes("events") && !address.endsWith("audit-events")) continue;
      const answer = await fetchFromAnywhere(this.#server.url + address, { headers: { cookie: owner.cookie } });
      if (answer.ok) known.learn(path, { teamId, blueprintId }, await answer.json());
    }
    return { canary, nameCanary, teamId, known, blueprintId };
  }

  async #makePerson(inviter: Person, role: TeamRole, name: string): Promise<Person> {
    const email = newEmail();
    await inviter.api(inviteToTeam, { params: { teamId: inviter.teamId }, body: { addresses: email, role } });
    const token = await this.#mailbox.waitFor(email, "token", 0);
    const link = `${this.#server.url}/accept-invite?token=${token}`;
    return acceptAsNewPerson(this.#server, link, name, email, fetchFromAnywhere);
  }

  async #toSender({ cookie, email, password }: Person): Promise<Sender> {
    const answer = await fetchFromAnywhere(`${this.#server.url}/api/me`, { headers: { cookie } });
    const { profile } = (await answer.json()) as { profile: { uid: string } };
    return { headers: { cookie }, userId: profile.uid, email, password };
  }

  /** A published place with a scan and a form. */
  async #buildPlace(owner: Person): Promise<{ id: BlueprintId; slug: string }> {
    const made = await owner.api(createSampleBlueprint, { body: { teamId: owner.teamId as TeamId } });
    await this.#placeForm(owner, made.id, "Your visit");
    const body = { basedOnVersion: 0, visibility: "public" as const };
    const endAt = performance.now() + conversionWaitMs;
    for (;;) {
      try {
        await owner.api(publishBlueprint, { params: { blueprintId: made.id }, body });
        return made;
      } catch (error) {
        // The example's scan has to be converted first.
        const isConverting = error instanceof ApiError && error.code === "publish-nothing-ready";
        if (!isConverting || performance.now() > endAt) throw error;
        await wait(200);
      }
    }
  }

  async #placeForm({ cookie }: Person, blueprintId: BlueprintId, title: string): Promise<void> {
    const client = openSceneClient({ serverUrl: this.#server.url, blueprintId, cookie, untilMsMax: mailWaitMs });
    await client.loaded();
    addAnchor(client.doc, buildAnchor({ id: anchorId, type: "form", title }));
    editQuestion(client.doc, anchorId, "mail", { label: "Your email", kind: "email" });
    await client.saved();
    client.close();
  }
}
