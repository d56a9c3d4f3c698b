import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { defaultPriceBook, type PriceBook, priceBookSchema } from "@blueprint/contract/price-book";
import { liveAiConstants } from "@blueprint/contract/spec-constants";
import { z } from "zod";
import { type DatabaseAddress, parseDatabaseUrl } from "./db/database-address.ts";
import { defaultSendingLimits, type SendingLimits } from "./platform/http/sending-limits.ts";
import { toSenderAddress } from "./platform/mail/sender-address.ts";
import { type Role, roles } from "./platform/roles.ts";
import { parseS3Url } from "./platform/storage/create-storage.ts";
import type { TracingSettings } from "./platform/tracing/tracing.ts";

const toOrigins =
  (scheme: RegExp) =>
  (text: string, context: z.RefinementCtx): string[] =>
    splitList(text).flatMap((part) => {
      if (URL.canParse(part) && new URL(part).origin === part && scheme.test(part)) return [part];
      context.addIssue({
        code: "custom",
        message: `contains "${part}", which isn't an origin like https://docs.example.org`,
      });
      return [];
    });

/** A whole number in digits only: `1e3` and `0x50` are more likely typos than intent. */
function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z.string().transform((text, context) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    context.addIssue({ code: "custom", message: `must be a whole number ${range}, not "${text}"` });
    return z.NEVER;
  });
}

/** Text that `parse` accepts. Its error becomes the message, so it must not quote secrets. */
function parsedBy<Value>(parse: (text: string) => Value) {
  return z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message.replace(/^[A-Z_]+ /, "") });
      return z.NEVER;
    }
  });
}

/** A web origin without a path. Credentials in the URL are refused, because pages would show them. */
function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  throw new Error("must be an origin like https://blueprint.example.org, without a path");
}

function parseWebAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, "");
  throw new Error("must be an address like https://example.org");
}

/** Without its own query: the key becomes one. */
function parseSocketAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^wss?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new Error("must be an address like wss://ai.example.org/live, without a user and a query");
  return text;
}

function parseSmtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "" || !/^\/?$/.test(url.pathname))
    throw new Error("must look like smtp://user:password@host:587");
  if ((url.username === "") !== (url.password === ""))
    throw new Error(`has a ${url.username === "" ? "password without a user" : "user without a password"}`);
  return text;
}

function parseRedisUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "" || !/^(\/\d*)?$/.test(url.pathname))
    throw new Error("must look like redis://user:password@host:6379/0");
  return text;
}

const secretKeyLengthMin = 32;

function parseSecretKey(text: string): string {
  if (text.trim().length >= secretKeyLengthMin) return text.trim();
  throw new Error(`must have at least ${secretKeyLengthMin} characters: make one with "openssl rand -base64 32"`);
}

function parseSender(text: string): string {
  const address = toSenderAddress(text);
  if (/^[^\s@<>,]+@[^\s@<>,]+$/.test(address) && !/[\r\n]/.test(text)) return text;
  throw new Error("must be an address, or a name and an address like Blueprint <mail@example.org>");
}

/** Range names that Fastify accepts as proxy addresses. */
const namedRanges: readonly string[] = ["loopback", "linklocal", "uniquelocal"];

/** `name=value`, comma-separated, values percent-encoded: OpenTelemetry's form. Errors quote no value. */
function parsePairs(text: string): Record<string, string> {
  return Object.fromEntries(
    splitList(text).map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new Error("must look like name=value,other=value");
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

function parseProxies(text: string): string[] {
  return splitList(text).map((part) => {
    const [address = "", bits, ...rest] = part.split("/");
    const bitsMax = isIP(address) === 4 ? 32 : 128;
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax);
    if (namedRanges.includes(part) || (isIP(address) !== 0 && isRange && rest.length === 0)) return part;
    throw new Error(`contains "${part}", which isn't an IP address or a range like 10.0.0.0/8`);
  });
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export const aiDialects = ["current", "specification"] as const;
export type AiDialect = (typeof aiDialects)[number];

/** The AI service that answers visitors' questions. */
export interface AiSettings {
  readonly key: string;
  readonly url: string;
  readonly model: string;
  readonly voice: string;
  /** What teams can choose instead. */
  readonly voices: readonly string[];
  readonly dialect: AiDialect;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** A timer set for longer fires at once. */
const converterMinutesMax = 30 * 24 * 60;

/** Every environment variable of the server, parsed once. `.env.example` lists the same ones. */
const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().default("0.0.0.0"),
  PUBLIC_URL: parsedBy(parseOrigin).optional(),
  DATA_DIR: z.string().default("./data"),
  ROLE: z.enum(roles, { error: ({ input }) => `must be one of ${roles.join(", ")}, not "${input}"` }).default("all"),
  DATABASE_URL: parsedBy(parseDatabaseUrl).optional(),
  STORAGE_URL: parsedBy((text) => {
    parseS3Url(text);
    return text;
  }).optional(),
  REDIS_URL: parsedBy(parseRedisUrl).optional(),
  /** Origin from which browsers load tiles and pictures, in front of this server's `/files`. */
  CDN_URL: parsedBy(parseOrigin).optional(),
  /** Encrypts the installation's keys in the database of DATABASE_URL, so that several servers share them. */
  SECRET_KEY: parsedBy(parseSecretKey).optional(),
  /** The former SECRET_KEY, while it is being replaced. */
  SECRET_KEY_BEFORE: parsedBy(parseSecretKey).optional(),
  /** Serves figures for Prometheus; empty: nobody can ask for them. */
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** Base address of an OpenTelemetry collector (OTLP over HTTP); empty: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: parsedBy(parseWebAddress).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: parsedBy(parsePairs).default({}),
  OTEL_SERVICE_NAME: z.string().default("blueprint"),
  OTEL_TRACES_SAMPLER_ARG: parsedBy((text) => {
    const fraction = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (fraction <= 1) return fraction;
    throw new Error(`must be a number from 0 to 1, not "${text}"`);
  }).default(1),
  SMTP_URL: parsedBy(parseSmtpUrl).optional(),
  MAIL_FROM: parsedBy(parseSender).optional(),
  /** Addresses of proxies whose X-Forwarded-* headers are trusted, comma-separated. Empty: none. */
  TRUSTED_PROXIES: parsedBy(parseProxies).default([]),
  /** Host names besides PUBLIC_URL's that this server answers to, comma-separated. */
  ALLOWED_HOSTS: z.string().default(""),
  /** Concurrent connections from one address (IPv6: one /64). */
  CONNECTIONS_PER_ADDRESS: wholeNumber(1).default(1_000),
  /** Sign-in attempts from one address; people behind one address share them. More than 30 also count for invitations. */
  SIGN_IN_ATTEMPTS_PER_MINUTE: wholeNumber(1).default(20),
  LOG_LEVEL: z
    .enum(logLevels, { error: ({ input }) => `must be one of ${logLevels.join(", ")}, not "${input}"` })
    .default("info"),
  /** Sign-in with Google or another OpenID provider; without both, the button is hidden. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: parsedBy(parseWebAddress).default("https://accounts.google.com"),
  /** Origins besides our own that sign-in may redirect to, comma-separated. */
  DESTINATION_ORIGINS: z
    .string()
    .default("")
    .transform(toOrigins(/^https?:/)),
  /** Origins besides our own that pages may connect to, comma-separated, such as the live AI's. */
  CONNECT_ORIGINS: z
    .string()
    .default("")
    .transform(toOrigins(/^(https?|wss?):/)),
  /** Origins of push services besides the browsers' defaults, comma-separated. */
  PUSH_ORIGINS: z
    .string()
    .default("")
    .transform(toOrigins(/^https?:/)),
  /** Key of the AI service that answers visitors' questions; empty: places can only be searched. */
  AI_KEY: z.string().optional(),
  AI_URL: parsedBy(parseSocketAddress).default(
    "wss://generativelanguage.googleapis.com/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent",
  ),
  AI_MODEL: z.string().default("gemini-3.8-live"),
  AI_VOICE: z.string().default(liveAiConstants.voiceName),
  /** Voices that teams can choose for their guide, comma-separated. */
  AI_VOICES: z
    .string()
    .default("Charon,Puck,Kore,Fenrir,Aoede,Leda,Orus,Zephyr")
    .transform((text) =>
      text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  /** What the service speaks: its present messages, or those of the specification. */
  AI_DIALECT: z
    .enum(aiDialects, { error: ({ input }) => `must be one of ${aiDialects.join(", ")}, not "${input}"` })
    .default("current"),
  /** Memory ceiling of one converter process. */
  CONVERTER_MEMORY_MB: wholeNumber(256).default(3_072),
  CONVERTER_TIMEOUT_MINUTES: parsedBy((text) => {
    const minutes = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (minutes >= 0.01 && minutes <= converterMinutesMax) return minutes;
    throw new Error(`must be a number from 0.01 to ${converterMinutesMax}, not "${text}"`);
  }).default(120),
  /** Memory ceiling of one process that rebuilds a past state of a document. */
  HISTORY_MEMORY_MB: wholeNumber(32).default(512),
  /** Concurrent conversions in this server; 0 leaves them to other servers. */
  CONVERTERS: wholeNumber(0).default(1),
  /** Bytes that unfinished uploads may hold in DATA_DIR/uploads; empty: limited by the disk only. */
  STAGING_BYTES_MAX: wholeNumber(0).optional(),
  /** Disk space that files never use; empty: 512 MB, or 2 % of a disk smaller than 25 GB. */
  DISK_RESERVE_MB: wholeNumber(0).optional(),
  /** Overrides the price book's storage for every team, in bytes; empty: what the plan includes. */
  STORAGE_BYTES_MAX: wholeNumber(0).optional(),
  /** `true` lets webhooks and the link check reach plain http and hosts on the server's own network. */
  WEBHOOKS_TO_PRIVATE_ADDRESSES: z
    .stringbool({ error: ({ input }) => `must be true or false, not "${input}"` })
    .default(false),
  /** DNS servers that are asked for proofs of domains, with a port if need be; empty: the system's. */
  DNS_SERVERS: z.string().default(""),
  /** A JSON file that replaces the price book; empty: the built-in one. */
  PRICE_BOOK: z.string().optional(),
  /** Card payment through Stripe; without both, plans are paid by invoices that the operator settles. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: parsedBy(parseWebAddress).default("https://api.stripe.com"),
});

export interface Config {
  /** Names of the variables that have a value. */
  environmentSet: readonly string[];
  port: number;
  host: string;
  /** Public origin of this server, without a trailing slash. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  role: Role;
  database: DatabaseAddress | undefined;
  storageUrl: string | undefined;
  redisUrl: string | undefined;
  /** Without a trailing slash. */
  cdnUrl: string | undefined;
  /** Encrypts the keys in the database; undefined: they are in a file of the data folder. */
  secretKey: string | undefined;
  secretKeyBefore: string | undefined;
  /** Undefined: the server measures nothing. */
  metrics: { host: string; port: number } | undefined;
  /** Undefined: nothing is traced. */
  tracing: Omit<TracingSettings, "version"> | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  trustedProxies: string[];
  /** Host names besides the public address's; `*` for every name. */
  allowedHosts: string[];
  /** Only the number of connections is configurable; tests shorten the rest. */
  sendingLimits: SendingLimits;
  /** Undefined unless id and secret are given. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  destinationOrigins: string[];
  connectOrigins: string[];
  pushOrigins: string[];
  signInAttemptsPerMinute: number;
  logLevel: z.infer<typeof environmentSchema>["LOG_LEVEL"];
  /** Undefined unless a key is given. */
  ai: AiSettings | undefined;
  converterMemoryBytesMax: number;
  historyMemoryBytesMax: number;
  converterTimeLimitMs: number;
  converters: number;
  stagingBytesMax: number | undefined;
  /** Undefined: derived from the size of the disk. */
  diskReserveBytes: number | undefined;
  storageBytesMax: number | undefined;
  webhooksToPrivateAddresses: boolean;
  /** IP addresses, possibly with a port; none: the system's. */
  dnsServers: readonly string[];
  priceBook: PriceBook;
  /** Undefined unless key and secret are given. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string } | undefined;
}

export const environmentNames = Object.keys(environmentSchema.shape);

/** @throws Error that names every invalid variable */
export function readConfig(environment: NodeJS.ProcessEnv, workingDir: string): Config {
  // An empty variable counts as missing: env files and containers leave values out that way.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}.`),
    ...listHalves(given),
  ];
  if (!parsed.success || faults.length > 0) throw new Error(`The configuration isn't valid.\n  ${faults.join("\n  ")}`);
  const env = parsed.data;
  return {
    environmentSet: environmentNames.filter((name) => given[name] !== undefined),
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(workingDir, env.DATA_DIR),
    role: env.ROLE,
    database: env.DATABASE_URL,
    storageUrl: env.STORAGE_URL,
    redisUrl: env.REDIS_URL,
    cdnUrl: env.CDN_URL,
    secretKey: env.SECRET_KEY,
    secretKeyBefore: env.SECRET_KEY_BEFORE,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: env.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: env.OTEL_SERVICE_NAME,
            sampledFraction: env.OTEL_TRACES_SAMPLER_ARG,
          },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? "Blueprint <blueprint@localhost>",
    trustedProxies: env.TRUSTED_PROXIES,
    allowedHosts: splitList(env.ALLOWED_HOSTS),
    sendingLimits: { ...defaultSendingLimits, connectionsPerAddressMax: env.CONNECTIONS_PER_ADDRESS },
    google:
      env.GOOGLE_CLIENT_ID === undefined || env.GOOGLE_CLIENT_SECRET === undefined
        ? undefined
        : {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER,
          },
    destinationOrigins: env.DESTINATION_ORIGINS,
    connectOrigins: env.CONNECT_ORIGINS,
    pushOrigins: env.PUSH_ORIGINS,
    signInAttemptsPerMinute: env.SIGN_IN_ATTEMPTS_PER_MINUTE,
    logLevel: env.LOG_LEVEL,
    ai:
      env.AI_KEY === undefined
        ? undefined
        : {
            key: env.AI_KEY,
            url: env.AI_URL,
            model: env.AI_MODEL,
            voice: env.AI_VOICE,
            voices: env.AI_VOICES,
            dialect: env.AI_DIALECT,
          },
    converterMemoryBytesMax: env.CONVERTER_MEMORY_MB * 1024 * 1024,
    converterTimeLimitMs: env.CONVERTER_TIMEOUT_MINUTES * 60_000,
    converters: env.CONVERTERS,
    historyMemoryBytesMax: env.HISTORY_MEMORY_MB * 1024 * 1024,
    stagingBytesMax: env.STAGING_BYTES_MAX,
    diskReserveBytes: env.DISK_RESERVE_MB === undefined ? undefined : env.DISK_RESERVE_MB * 1024 * 1024,
    storageBytesMax: env.STORAGE_BYTES_MAX,
    webhooksToPrivateAddresses: env.WEBHOOKS_TO_PRIVATE_ADDRESSES,
    dnsServers: splitList(env.DNS_SERVERS),
    priceBook: env.PRICE_BOOK === undefined ? defaultPriceBook : readPriceBook(resolve(workingDir, env.PRICE_BOOK)),
    stripe:
      env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiBase: env.STRIPE_API_BASE,
          },
  };
}

/** Settings that only work together. Without this check, users would be the first to notice a missing half. */
const together: readonly [name: string, needs: string, why: string][] = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "to sign in with Google"],
  ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID", "to sign in with Google"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "to pay by card"],
  ["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY", "to pay by card"],
  ["SECRET_KEY", "DATABASE_URL", "because the embedded database is not shared: its keys are in DATA_DIR"],
  ["SECRET_KEY_BEFORE", "SECRET_KEY", "to replace a key"],
  ["SMTP_URL", "MAIL_FROM", "because mail servers reject email without a sender"],
];

function listHalves(given: NodeJS.ProcessEnv): string[] {
  const pairs: typeof together =
    given.ROLE === undefined || given.ROLE === "all"
      ? together
      : [...together, ["ROLE", "DATABASE_URL", "because other servers do the rest"]];
  return pairs
    .filter(([name, needs]) => given[name] !== undefined && given[needs] === undefined)
    .map(([name, needs, why]) => `${name} is set, but ${needs} isn't: both are needed ${why}.`);
}

function readPriceBook(path: string): PriceBook {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new Error(`PRICE_BOOK: can't read the file ${path} as JSON.`, { cause });
  }
  const parsed = priceBookSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`PRICE_BOOK: the price book ${path} isn't valid.\n  ${faults.join("\n  ")}`);
}
