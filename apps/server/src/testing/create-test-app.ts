import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, createApiClient } from "@blueprint/contract/api-client";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { createBlueprint } from "@blueprint/contract/blueprints";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import type { FastifyInstance } from "fastify";
import { inject } from "vitest";
import { type AppRuntime, buildContext, startApp } from "../app-runtime.ts";
import { type Config, readConfig } from "../config.ts";
import { connect } from "../db/connection.ts";
import { authSessions } from "../db/schema/auth.ts";
import { createEventListeners } from "../event-listeners.ts";
import { createAccount } from "../features/people/accounts.service.ts";
import { createPersonalTeam, joinTeam } from "../features/teams/teams.service.ts";
import type { AppContext } from "../platform/app-context.ts";
import type { Clock } from "../platform/clock.ts";
import { deliverEvents } from "../platform/events/deliver-events.ts";
import { toSessionCookieName } from "../platform/http/session.ts";
import { systemIds } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { hashPassword } from "../platform/password.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The cluster of this run; `template` is a migrated database to copy. */
    testPostgres: { host: string; port: number; user: string; template: string };
  }
}

export interface TestPerson {
  userId: UserId;
  email: string;
  password: string;
  name: string;
  personalTeamId: TeamId;
  /** Value of a Cookie header with a live session. */
  cookie: string;
  /** Headers of a program with the same session: without a browser's cookie and app-check token. */
  asProgram: { authorization: string };
  /** Typed client with that session. */
  api: ApiClient;
}

export interface TestApp {
  url: string;
  context: AppContext;
  app: FastifyInstance<Server>;
  clock: TestClock;
  /** A client without a session. */
  anonymous: ApiClient;
  buildPerson(options?: { name?: string; email?: string; isOperator?: boolean }): Promise<TestPerson>;
  /** Adds a user to another user's personal team. */
  join(team: TeamId, person: TestPerson, role: TeamRole): Promise<void>;
  /** A signed-in member of a team. */
  buildMember(team: TeamId, role: TeamRole): Promise<TestPerson>;
  buildBlueprint(owner: TestPerson, options?: { name?: string; teamId?: TeamId }): Promise<Blueprint>;
  /** Another live session of a user. */
  signIn(
    person: Pick<TestPerson, "userId">,
  ): Promise<Pick<TestPerson, "cookie" | "asProgram" | "api"> & { token: string }>;
  /** Resolves once every recorded event has reached its listeners. The typed clients do it before each call, and after those that write. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Real time that a test can advance. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  /** Also starts the job runner. */
  withJobs?: boolean;
  /** A folder with built pages; left out, there are none. */
  webDistDir?: string;
  /** Receives the log's lines; they go to standard output otherwise. */
  takeLogLine?: (line: string) => void;
}

/** The product's server on a separate database, listening on a free port of 127.0.0.1. */
export async function createTestApp({
  config: overrides = {},
  withJobs = false,
  webDistDir,
  takeLogLine,
}: TestAppOptions = {}): Promise<TestApp> {
  const cluster = inject("testPostgres");
  const database = `test_${systemIds.uuid().replaceAll("-", "")}`;
  const { template, ...server } = cluster;
  const admin = connect({ ...server, database: "postgres" }, 1);
  // The other strategy also writes every page to the write-ahead log.
  await admin`CREATE DATABASE ${admin(database)} TEMPLATE ${admin(template)} STRATEGY file_copy`;
  const dataDir = mkdtempSync(join(tmpdir(), "blueprint-app-"));
  const config: Config = {
    ...readConfig({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir }, dataDir),
    logLevel: "error",
    ...overrides,
  };
  const clock = createTestClock();
  const context = await buildContext({
    config,
    connection: { ...server, database },
    clock,
    log: createLogger(config.logLevel, takeLogLine === undefined ? undefined : { write: takeLogLine }),
  });
  const runtime: AppRuntime = await startApp(context, { webDistDir, withJobs });
  const url = `http://127.0.0.1:${(runtime.app.server.address() as AddressInfo).port}`;

  const listeners = createEventListeners(context);
  const settle = async () => {
    for (const { stream } of await context.sql<{ stream: string }[]>`select distinct stream from events`)
      await deliverEvents(context, listeners, stream);
  };
  const createSettledClient = (headers: Record<string, string>): ApiClient => {
    const api = createApiClient({ baseUrl: url, headers });
    return async (...call) => {
      await settle();
      try {
        return await api(...call);
      } finally {
        // Reading records nothing.
        if (call[0].method !== "GET") await settle();
      }
    };
  };
  const signIn: TestApp["signIn"] = async ({ userId }) => {
    const token = systemIds.token();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + 24 * 3600 * 1000);
    await context.db
      .insert(authSessions)
      .values({ id: systemIds.uuid(), userId, token, expiresAt, createdAt: now, updatedAt: now });
    const signature = createHmac("sha256", context.secrets.sessionKey).update(token).digest("base64");
    const cookie = `${toSessionCookieName(config.publicUrl)}=${encodeURIComponent(`${token}.${signature}`)}`;
    const asProgram = { authorization: `Bearer ${token}.${signature}` };
    return { cookie, asProgram, token, api: createSettledClient({ cookie }) };
  };
  let people = 0;
  const buildPerson: TestApp["buildPerson"] = async ({ name, email, isOperator = false } = {}) => {
    people++;
    const person = {
      name: name ?? `Person ${people}`,
      email: email ?? `person-${people}@example.org`,
      password: `correct horse ${people}`,
    };
    const passwordHash = await hashPassword(person.password);
    const made = await context.db.transaction(async (tx) => {
      const userId = await createAccount(tx, context, { ...person, passwordHash, isOperator });
      return { userId, personalTeamId: await createPersonalTeam(tx, context, userId, person.name) };
    });
    const { cookie, asProgram, api } = await signIn(made);
    return { ...person, ...made, cookie, asProgram, api };
  };
  const joinAs: TestApp["join"] = async (team, person, role) =>
    void (await joinTeam(context.db, context, team, person, role));

  return {
    url,
    context,
    app: runtime.app,
    clock,
    anonymous: createSettledClient({}),
    buildPerson,
    join: joinAs,
    buildMember: async (team, role) => {
      const person = await buildPerson();
      await joinAs(team, person, role);
      return person;
    },
    buildBlueprint: (owner, { name = "Gallery", teamId = owner.personalTeamId } = {}) =>
      owner.api(createBlueprint, { body: { teamId, name, industry: "museum" } }),
    signIn,
    settle,
    close: async () => {
      await runtime.stop();
      await admin`DROP DATABASE ${admin(database)} WITH (FORCE)`;
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function createTestClock(): TestClock {
  let movedMs = 0;
  return {
    now: () => new Date(Date.now() + movedMs),
    monotonicMs: () => performance.now() + movedMs,
    advance: (milliseconds) => {
      movedMs += milliseconds;
    },
  };
}
