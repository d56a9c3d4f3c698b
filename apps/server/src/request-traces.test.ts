import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getMe } from "@blueprint/contract/users";
import { createWebhook, pingWebhook } from "@blueprint/contract/webhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WireClient } from "./features/uploads/testing/upload-test-world.ts";
import { hideLiterals } from "./platform/tracing/traced-queries.ts";
import { createTestApp, type TestApp, type TestPerson } from "./testing/create-test-app.ts";
import { toDatabaseUrl } from "./testing/database-url.ts";
import { findFreePort } from "./testing/free-port.ts";
import { type ServerProcess, spawnProgram, spawnServer } from "./testing/server-process.ts";

/** One span in OTLP's JSON encoding. */
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

/** A collector for OTLP over HTTP. */
class Collector {
  readonly spans: SentSpan[] = [];
  readonly headers: NodeJS.Dict<string | string[]>[] = [];
  readonly paths: (string | undefined)[] = [];
  received = "";
  readonly #server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString();
      this.received += text;
      this.headers.push(request.headers);
      this.paths.push(request.url);
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
      };
      this.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  /** Its base address, once it has been started. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const collector = new Collector();
let app: TestApp;
let person: TestPerson;

beforeAll(async () => {
  await collector.start();
  app = await createTestApp({
    withJobs: true,
    config: {
      tracing: {
        endpoint: collector.url,
        headers: { authorization: "Bearer collector-key" },
        serviceName: "museum",
        sampledFraction: 1,
      },
      webhooksToPrivateAddresses: true,
    },
  });
  person = await app.buildPerson({ email: "planted-person@example.org", name: "Planted Name" });
});
afterAll(async () => {
  await app.close();
  collector.stop();
});

const toFacts = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** The first span that fits: the library sends spans every few seconds. */
async function findSpan(fits: (span: SentSpan) => boolean): Promise<SentSpan> {
  await expect.poll(() => collector.spans.some(fits), { timeout: 15_000 }).toBe(true);
  return collector.spans.find(fits)!;
}

const mainPath = fileURLToPath(new URL("./main.ts", import.meta.url));
const traceId = "0af7651916cd43dd8448eb211c80319c";
const callerId = "b7ad6b7169203331";

it("continues the caller's trace with the request, and its statements below it", async () => {
  const before = { cookie: person.cookie, traceparent: `00-${traceId}-${callerId}-01` };
  await fetch(`${app.url}/api/me?token=planted-in-address`, { headers: before });
  const request = await findSpan((span) => span.traceId === traceId && span.kind === 2);
  expect(request).toMatchObject({ name: "GET /api/me", parentSpanId: callerId });
  expect(toFacts(request)).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/api/me",
    "http.response.status_code": 200,
    "blueprint.request_id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const statement = await findSpan((span) => span.parentSpanId === request.spanId && span.name === "SELECT");
  expect(toFacts(statement)).toMatchObject({
    "db.system.name": "postgresql",
    "db.query.text": expect.stringMatching(/^\s*select [\s\S]* \$1/i),
  });
  expect(collector.paths[0]).toBe("/v1/traces");
  expect(collector.headers[0]).toMatchObject({ authorization: "Bearer collector-key" });
  expect(collector.received).toContain('"stringValue":"museum"');
});

it("keeps what follows a request's body in the request's trace, down to the storage", async () => {
  const { profile } = await person.api(getMe, {});
  const wire = new WireClient(app.url, person.asProgram);
  const name = `users/${profile.uid}/planted-file`;
  expect((await wire.multipart(name, Buffer.from("planted content"))).status).toBe(200);
  const stored = await findSpan((span) => span.name === "storage put");
  const request = await findSpan((span) => span.traceId === stored.traceId && span.kind === 2);
  expect(request.name).toBe("POST /v0/b/:bucket/o");
  expect(collector.spans.some(({ traceId: of, name: is }) => of === stored.traceId && is === "INSERT")).toBe(true);
});

it("makes a trace of a job, and gives it to the receiver of a webhook", async () => {
  const arrived = Promise.withResolvers<string | undefined>();
  const receiver = createServer((request, response) => {
    arrived.resolve(request.headers.traceparent as string | undefined);
    request.resume();
    response.end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const params = { teamId: person.personalTeamId };
    const { webhook } = await person.api(createWebhook, { params, body: { url, events: ["blueprint.created"] } });
    await person.api(pingWebhook, { params: { ...params, webhookId: webhook.id } });
    const [, sentTraceId] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec((await arrived.promise) ?? "") ?? [];
    const job = await findSpan((span) => span.name === "job deliver-webhook");
    expect(job).toMatchObject({ traceId: sentTraceId, kind: 5 });
    expect(toFacts(job)).toMatchObject({ "blueprint.job.task": "deliver-webhook", "blueprint.job.attempt": 1 });
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});

it("marks what failed by its kind, without its message", async () => {
  await app.context.sql`alter table users rename to users_away`;
  try {
    expect((await fetch(`${app.url}/api/me`, { headers: { cookie: person.cookie } })).status).toBe(500);
  } finally {
    await app.context.sql`alter table users_away rename to users`;
  }
  const failed = await findSpan((span) => span.status.code === 2 && span.kind === 2);
  expect(toFacts(failed)).toMatchObject({ "http.response.status_code": 500, "error.type": "500" });
  const statement = await findSpan((span) => span.status.code === 2 && span.kind === 3);
  expect(toFacts(statement)).toMatchObject({ "error.type": "42P01" });
});

it("sends nothing secret and nothing personal", async () => {
  const signedIn = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-planted": "planted-header" },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  expect(signedIn.status).toBe(200);
  await findSpan(({ name }) => name.startsWith("POST /api/auth/"));
  expect(collector.received).not.toMatch(/planted/i);
  for (const secret of [person.password, person.email, decodeURIComponent(person.cookie.split("=")[1]!)])
    expect(collector.received).not.toContain(secret);
});

it("hides values that a statement's text contains", () => {
  expect(hideLiterals("set time zone 'UTC'")).toBe("set time zone '…'");
  expect(hideLiterals("comment on table a is 'it''s'; select $1, $2")).toBe("comment on table a is '…'; select $1, $2");
  expect(hideLiterals("do $body$ it's $body$")).toBe("do '…'");
});

/** Prints the address of every module of these libraries that is loaded. */
const sayLoaded = `data:text/javascript,import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => {
    if (/opentelemetry.(sdk|exporter|core)|prom-client/.test(url)) console.log("loaded " + url);
    return next(url, context);
  } });`;

/** Starts the sources or the built server on this database, and ends it after the work. @returns what it printed */
async function runServer(
  start: (env: Record<string, string>) => ServerProcess,
  settings: Record<string, string>,
  work: (url: string) => Promise<unknown> = async () => {},
): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "blueprint-traces-"));
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const database = {
    DATABASE_URL: toDatabaseUrl(app.context.connection),
    SECRET_KEY: "a key for the tests of traces, long enough",
    CONVERTERS: "0",
  };
  try {
    const server = start({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url, ...database, ...settings });
    await server.waitFor("Blueprint is ready at");
    await work(url);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    return server.printed();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

it("loads no library for traces or metrics unless it is configured", async () => {
  const start = (env: Record<string, string>) => spawnProgram(env, [process.execPath, "--import", sayLoaded, mainPath]);
  const loadedWith = async (settings: Record<string, string>) => {
    const printed = await runServer(start, settings);
    return new Set([...printed.matchAll(/^loaded .*(sdk-trace|exporter-trace|prom-client)/gm)].map(([, name]) => name));
  };
  expect(await loadedWith({})).toEqual(new Set());
  const both = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", METRICS_PORT: String(await findFreePort()) };
  expect(await loadedWith(both)).toEqual(new Set(["sdk-trace", "exporter-trace", "prom-client"]));
}, 60_000);

it("sends traces and serves metrics from the built server", async () => {
  const metricsPort = String(await findFreePort());
  const settings = {
    METRICS_PORT: metricsPort,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "built-server",
  };
  await runServer(spawnServer, settings, async (url) => {
    for (let n = 0; n < 3; n++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(figures).toContain('blueprint_http_requests_total{method="GET",route="/healthz",status="200"} 3\n');
    expect(figures).toContain("blueprint_database_up 1\n");
  });
  await findSpan(({ name }) => name === "GET /healthz");
  expect(collector.received).toContain('"stringValue":"built-server"');
}, 60_000);
