import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { defaultPriceBook, type PriceBook, priceBookSchema } from "@blueprint/contract/price-book";
import { z } from "zod";

const toOrigins =
  (scheme: RegExp) =>
  (text: string, context: z.RefinementCtx): string[] =>
    splitList(text).flatMap((part) => {
      if (URL.canParse(part) && new URL(part).origin === part && scheme.test(part)) return [part];
      context.addIssue({ code: "custom", message: `${part} is no origin like https://docs.example.org` });
      return [];
    });

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Every environment variable of the server, parsed once. `.env.example` lists the same ones. */
const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default("0.0.0.0"),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.string().optional(),
  STORAGE_URL: z.string().optional(),
  REDIS_URL: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default("Blueprint <blueprint@localhost>"),
  /** Addresses of proxies whose X-Forwarded-* headers are believed, comma-separated. Empty: nobody's. */
  TRUSTED_PROXIES: z.string().default(""),
  /** Tries to sign in from one address; people behind one address share them. */
  SIGN_IN_ATTEMPTS_PER_MINUTE: z.coerce.number().int().min(1).default(20),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** Signing in with Google, or with another OpenID provider; without both the button is not there. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default("https://accounts.google.com"),
  /** Origins besides our own to which signing in may lead, comma-separated. */
  DESTINATION_ORIGINS: z
    .string()
    .default("")
    .transform(toOrigins(/^https?:/)),
  /** Origins besides our own that pages may talk to, comma-separated: the live AI's, for one. */
  CONNECT_ORIGINS: z
    .string()
    .default("")
    .transform(toOrigins(/^(https?|wss?):/)),
  /** Origins of push services besides the browsers' own, comma-separated. */
  PUSH_ORIGINS: z
    .string()
    .default("")
    .transform(toOrigins(/^https?:/)),
  /** Memory ceiling of one converter process. */
  CONVERTER_MEMORY_MB: z.coerce.number().int().min(256).default(3_072),
  CONVERTER_TIMEOUT_MINUTES: z.coerce.number().min(0.01).default(120),
  /** Memory ceiling of one process that rebuilds a document as it was in the past. */
  HISTORY_MEMORY_MB: z.coerce.number().int().min(32).default(512),
  /** Conversions at the same time in this server; 0 leaves them to other servers. */
  CONVERTERS: z.coerce.number().int().min(0).default(1),
  /** Bytes that unfinished uploads may hold in DATA_DIR/uploads; empty: as much as the disk has. */
  STAGING_BYTES_MAX: z.coerce.number().int().min(0).optional(),
  /** Overrides the price book's storage for every team, in bytes; empty: as the plan says. */
  STORAGE_BYTES_MAX: z.coerce.number().int().min(0).optional(),
  /** `true` lets webhooks call plain http and hosts of the server's own network, and the check of links ask them. */
  WEBHOOKS_TO_PRIVATE_ADDRESSES: z.stringbool().default(false),
  /** A JSON file that replaces the price book; empty: the built-in one. */
  PRICE_BOOK: z.string().optional(),
  /** Payment by card through Stripe; without both, plans are paid by invoices that the operator settles. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).default("https://api.stripe.com"),
});

export interface Config {
  /** Names of the variables that were given a value. */
  environmentSet: readonly string[];
  port: number;
  host: string;
  /** Origin under which people reach this server, without a trailing slash. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  storageUrl: string | undefined;
  redisUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  trustedProxies: string[];
  /** Undefined unless id and secret are given. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  destinationOrigins: string[];
  connectOrigins: string[];
  pushOrigins: string[];
  signInAttemptsPerMinute: number;
  logLevel: z.infer<typeof environmentSchema>["LOG_LEVEL"];
  converterMemoryBytesMax: number;
  historyMemoryBytesMax: number;
  converterTimeLimitMs: number;
  converters: number;
  stagingBytesMax: number | undefined;
  storageBytesMax: number | undefined;
  webhooksToPrivateAddresses: boolean;
  priceBook: PriceBook;
  /** Undefined unless key and secret are given. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string } | undefined;
}

export const environmentNames = Object.keys(environmentSchema.shape);

/** @throws Error that names every variable that cannot be used */
export function readConfig(environment: NodeJS.ProcessEnv, workingDir: string): Config {
  // An empty variable is the same as a missing one: that is how env files and containers leave things out.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration cannot be used.\n  ${faults.join("\n  ")}`);
  }
  const env = parsed.data;
  return {
    environmentSet: environmentNames.filter((name) => given[name] !== undefined),
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    dataDir: isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(workingDir, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    storageUrl: env.STORAGE_URL,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    trustedProxies: splitList(env.TRUSTED_PROXIES),
    google:
      env.GOOGLE_CLIENT_ID === undefined || env.GOOGLE_CLIENT_SECRET === undefined
        ? undefined
        : {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER.replace(/\/+$/, ""),
          },
    destinationOrigins: env.DESTINATION_ORIGINS,
    connectOrigins: env.CONNECT_ORIGINS,
    pushOrigins: env.PUSH_ORIGINS,
    signInAttemptsPerMinute: env.SIGN_IN_ATTEMPTS_PER_MINUTE,
    logLevel: env.LOG_LEVEL,
    converterMemoryBytesMax: env.CONVERTER_MEMORY_MB * 1024 * 1024,
    converterTimeLimitMs: env.CONVERTER_TIMEOUT_MINUTES * 60_000,
    converters: env.CONVERTERS,
    historyMemoryBytesMax: env.HISTORY_MEMORY_MB * 1024 * 1024,
    stagingBytesMax: env.STAGING_BYTES_MAX,
    storageBytesMax: env.STORAGE_BYTES_MAX,
    webhooksToPrivateAddresses: env.WEBHOOKS_TO_PRIVATE_ADDRESSES,
    priceBook: env.PRICE_BOOK === undefined ? defaultPriceBook : readPriceBook(resolve(workingDir, env.PRICE_BOOK)),
    stripe:
      env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiBase: env.STRIPE_API_BASE.replace(/\/+$/, ""),
          },
  };
}

function readPriceBook(path: string): PriceBook {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new Error(`The price book ${path} cannot be read as JSON.`, { cause });
  }
  const parsed = priceBookSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The price book ${path} cannot be used.\n  ${faults.join("\n  ")}`);
}
