import { readFileSync } from "node:fs";
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from "node:tls";
import pg from "pg";
import { type DatabaseConnection, toPoolOptions } from "./connection.ts";

const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof sslModes)[number];

const parameterNames = ["host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "application_name"] as const;
const connectTimeoutMs = 10_000;

/** A parsed DATABASE_URL. `ways` lists the connections that its sslmode allows, in the order to try them. */
export interface DatabaseAddress {
  readonly connection: Omit<DatabaseConnection, "ssl">;
  readonly sslMode: SslMode;
  readonly ways: readonly (ConnectionOptions | false)[];
}

/**
 * Reads `postgresql://user:password@host:port/database`, with libpq's TLS parameters.
 * @throws Error whose message never quotes the password
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== "")
    throw new Error("must look like postgresql://user:password@host:5432/database");
  const given = url.searchParams;
  for (const name of given.keys()) {
    if (!parameterNames.some((known) => known === name))
      throw new Error(`the parameter "${name}" isn't supported. Use ${parameterNames.join(", ")}`);
  }
  const host = given.get("host") ?? decode(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const port = given.get("port") ?? (url.port || "5432");
  const [user, database] = [decode(url.username), decode(url.pathname.slice(1))];
  if (host === "" || user === "" || database === "")
    throw new Error(`doesn't name a ${host === "" ? "host" : user === "" ? "user" : "database"}`);
  if (host.includes(",")) throw new Error("names several hosts; only one is supported");
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) throw new Error("has a port that is none");
  const applicationName = given.get("application_name");
  const sslMode = readSslMode(given.get("sslmode"));
  return {
    connection: {
      host,
      port: Number(port),
      user,
      database,
      ...(url.password === "" ? {} : { password: decode(url.password) }),
      ...(applicationName === null ? {} : { applicationName }),
    },
    sslMode,
    // As in libpq: a local socket needs no encryption.
    ways: host.startsWith("/") ? [false] : toWays(sslMode, host, readCertificates(sslMode, given)),
  };
}

/**
 * Connects once, which also decides between TLS and none where sslmode leaves the choice.
 * @throws Error with a readable reason when no way reaches the database
 */
export async function openDatabaseAddress(address: DatabaseAddress): Promise<DatabaseConnection> {
  let failure: unknown;
  for (const ssl of address.ways) {
    const connection: DatabaseConnection = { ...address.connection, ssl };
    try {
      await tryConnection(connection);
      return connection;
    } catch (error) {
      failure ??= error;
    }
  }
  throw new Error(describeFailure(address, failure), { cause: failure });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Error("has a percent sign that doesn't start a percent-encoded character. Write % as %25", { cause });
  }
}

function readSslMode(given: string | null): SslMode {
  // libpq's default.
  if (given === null) return "prefer";
  const known = sslModes.find((mode) => mode === given);
  if (known === undefined) throw new Error(`has the unknown sslmode "${given}". Use one of ${sslModes.join(", ")}`);
  return known;
}

interface Certificates {
  /** Trusted authorities; undefined: the well-known ones. */
  readonly ca: string | undefined;
  readonly own: { cert: string; key: string } | undefined;
}

function readCertificates(mode: SslMode, given: URLSearchParams): Certificates {
  const [root, certificate, key] = ["sslrootcert", "sslcert", "sslkey"].map((name) => given.get(name));
  // As in libpq: well-known authorities issue certificates to anyone, so only the host name tells servers apart.
  if (root === "system" && mode !== "verify-full")
    throw new Error(`has sslrootcert=system with sslmode=${mode}, which requires sslmode=verify-full`);
  if (mode === "verify-ca" && root == null) throw new Error("has sslmode=verify-ca without sslrootcert");
  if ((certificate == null) !== (key == null))
    throw new Error(`has ${certificate == null ? "sslkey without sslcert" : "sslcert without sslkey"}`);
  return {
    ca: root == null || root === "system" ? undefined : readPem("sslrootcert", root),
    own:
      certificate == null || key == null
        ? undefined
        : { cert: readPem("sslcert", certificate), key: readPem("sslkey", key) },
  };
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(`names ${path} as ${name}, which can't be read`, { cause });
  }
}

function toWays(mode: SslMode, host: string, { ca, own }: Certificates): (ConnectionOptions | false)[] {
  const tls: ConnectionOptions = {
    ...own,
    // As in libpq, a given authority is enforced in every mode, the host name only where the mode requires it.
    rejectUnauthorized: ca !== undefined || mode === "verify-full",
    ...(ca === undefined ? {} : { ca }),
    // The drivers pass host names but no IP addresses, for which Node would compare with "localhost".
    checkServerIdentity: (_name: string, certificate: PeerCertificate) =>
      mode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
  };
  if (mode === "disable") return [false];
  if (mode === "allow") return [false, tls];
  return mode === "prefer" ? [tls, false] : [tls];
}

async function tryConnection(connection: DatabaseConnection): Promise<void> {
  const client = new pg.Client({ ...toPoolOptions(connection), connectionTimeoutMillis: connectTimeoutMs });
  // The call in progress reports the failure.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end().catch(() => {});
  }
}

function describeFailure({ connection, sslMode, ways }: DatabaseAddress, error: unknown): string {
  const { code = "", message } = error as { code?: string; message: string };
  const { host, port, user, database } = connection;
  const place = host.startsWith("/") ? host : `${host}:${port}`;
  if (code === "3D000") return `the server at ${place} has no database "${database}"`;
  if (/^28/.test(code)) return `the server at ${place} refused the user "${user}": ${message}`;
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E"))
    return `the server at ${place} refused the connection: ${message}`;
  const isUnreachable = /^E(CONN|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN|ACCES|PIPE)/.test(code) || /timeout/.test(message);
  if (ways[0] === false || isUnreachable || code === "ENOENT")
    return `can't reach PostgreSQL at ${place} (${code || message})`;
  return `the server at ${place} can't be trusted or offers no TLS, which sslmode=${sslMode} requires: ${message}`;
}
