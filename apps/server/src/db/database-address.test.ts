import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, toPoolOptions } from "./connection.ts";
import { openDatabaseAddress, parseDatabaseUrl } from "./database-address.ts";
import { hasOpenssl, startTlsPostgres, type TlsPostgres } from "./testing/tls-postgres.ts";

describe("DATABASE_URL", () => {
  it("is parsed, including percent-encoded parts", () => {
    expect(
      parseDatabaseUrl("postgresql://a%40b:p%2Fw@db.example:6000/my%20data?application_name=x").connection,
    ).toEqual({
      host: "db.example",
      port: 6000,
      user: "a@b",
      password: "p/w",
      database: "my data",
      applicationName: "x",
    });
    expect(parseDatabaseUrl("postgres://me@localhost/db?host=/run/pg").connection).toMatchObject({
      host: "/run/pg",
      port: 5432,
    });
    expect(parseDatabaseUrl("postgres://me@[::1]/db").connection.host).toBe("::1");
  });

  it.each([
    ["nonsense", /must look like/],
    ["mysql://me:topsecret@host/db", /must look like/],
    ["postgresql://me:topsecret@one,two/db", /names several hosts/],
    ["postgresql://:topsecret@host/db", /doesn't name a user/],
    ["postgresql://me:topsecret@host", /doesn't name a database/],
    ["postgresql://me:topsecret%@host/db", /percent/],
    ["postgresql://me:topsecret@host/db?sslmode=verify_full", /unknown sslmode "verify_full"/],
    ["postgresql://me:topsecret@host/db?sslmode=", /unknown sslmode ""/],
    ["postgresql://me:topsecret@host/db?ssl=true", /parameter "ssl" isn't supported/],
    ["postgresql://me:topsecret@host/db?sslmode=verify-ca", /verify-ca without sslrootcert/],
    ["postgresql://me:topsecret@host/db?sslmode=require&sslrootcert=system", /requires sslmode=verify-full/],
    ["postgresql://me:topsecret@host/db?sslmode=require&sslcert=/x", /sslcert without sslkey/],
    ["postgresql://me:topsecret@host/db?sslmode=require&sslrootcert=/no/such", /\/no\/such as sslrootcert/],
  ])("is refused with an explanation, without its password: %s", (text, message) => {
    expect(() => parseDatabaseUrl(text)).toThrow(message);
    expect(() => parseDatabaseUrl(text)).not.toThrow(/topsecret/);
  });
});

describe.skipIf(!hasOpenssl)("sslmode (needs openssl for certificates)", () => {
  let server: TlsPostgres;
  beforeAll(async () => {
    server = await startTlsPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  /** Whether the server saw TLS from both pools and on the listening connection; otherwise the reason it did not. */
  async function seen(user: string, query: string, host = "localhost"): Promise<string> {
    const url = `postgresql://${user}@${host}:${server.port}/postgres?${query}`;
    const opened = await openDatabaseAddress(parseDatabaseUrl(url)).catch((error: unknown) => (error as Error).message);
    if (typeof opened === "string") return opened;
    const sql = connect(opened, 1);
    const pool = new pg.Pool(toPoolOptions(opened));
    const question = "select ssl, pid from pg_stat_ssl where pid = pg_backend_pid()";
    try {
      const [byPool, bySql] = [(await pool.query(question)).rows[0], (await sql.unsafe(question))[0]];
      await sql.listen("anything", () => {});
      const listening = await sql`select ssl, pid from pg_stat_ssl join pg_stat_activity using (pid)
        where query like 'listen "anything"%' and state = 'idle'`;
      expect(listening).toHaveLength(1);
      expect(bySql?.pid).not.toBe(listening[0]?.pid);
      const all = new Set([byPool?.ssl, bySql?.ssl, listening[0]?.ssl]);
      expect(all.size, "all connections alike").toBe(1);
      return all.has(true) ? "encrypted" : "clear";
    } finally {
      await pool.end();
      await sql.end();
    }
  }
  const trusting = () => `sslrootcert=${server.files.ca}`;

  it("disable and allow connect without encryption; allow switches to TLS if the server insists", async () => {
    expect(await seen("anyone", "sslmode=disable")).toBe("clear");
    expect(await seen("tls_only", "sslmode=disable")).toMatch(/refused the user "tls_only"/);
    expect(await seen("anyone", "sslmode=allow")).toBe("clear");
    expect(await seen("tls_only", "sslmode=allow")).toBe("encrypted");
  });

  it("prefer, and no sslmode at all, use TLS if it is offered and continue without it otherwise", async () => {
    expect(await seen("anyone", "sslmode=prefer")).toBe("encrypted");
    expect(await seen("anyone", "")).toBe("encrypted");
    expect(await seen("plain_only", "sslmode=prefer")).toBe("clear");
  });

  it("require encrypts with any server, unless an authority is given", async () => {
    expect(await seen("anyone", "sslmode=require", "127.0.0.1")).toBe("encrypted");
    expect(await seen("plain_only", "sslmode=require")).toMatch(/refused the user "plain_only"/);
    expect(await seen("anyone", `sslmode=require&${trusting()}`)).toBe("encrypted");
    expect(await seen("anyone", `sslmode=require&sslrootcert=${server.files.otherCa}`)).toMatch(/can't be trusted/);
  });

  it("verify-ca checks the authority, not the name", async () => {
    expect(await seen("anyone", `sslmode=verify-ca&${trusting()}`, "127.0.0.1")).toBe("encrypted");
    expect(await seen("anyone", `sslmode=verify-ca&sslrootcert=${server.files.otherCa}`)).toMatch(/can't be trusted/);
  });

  it("verify-full checks the authority and the name", async () => {
    expect(await seen("anyone", `sslmode=verify-full&${trusting()}`)).toBe("encrypted");
    expect(await seen("anyone", `sslmode=verify-full&${trusting()}`, "127.0.0.1")).toMatch(
      /can't be trusted.*127\.0\.0\.1/,
    );
    expect(await seen("anyone", "sslmode=verify-full")).toMatch(/can't be trusted/);
    expect(await seen("anyone", "sslmode=verify-full&sslrootcert=system")).toMatch(/can't be trusted/);
  });

  it("sslcert and sslkey present a client certificate", async () => {
    const { clientCert, clientKey } = server.files;
    const own = `sslcert=${clientCert}&sslkey=${clientKey}`;
    expect(await seen("certified", `sslmode=verify-full&${trusting()}`)).toMatch(/refused the user "certified"/);
    expect(await seen("certified", `sslmode=verify-full&${trusting()}&${own}`)).toBe("encrypted");
  });

  it("a server without TLS is refused by every mode that requires it", async () => {
    await server.setTls(false);
    try {
      for (const mode of ["require", `verify-ca&${trusting()}`, `verify-full&${trusting()}`]) {
        expect(await seen("anyone", `sslmode=${mode}`)).toMatch(/offers no TLS/);
      }
      expect(await seen("anyone", "sslmode=prefer")).toBe("clear");
    } finally {
      await server.setTls(true);
    }
  });

  it("an unreachable server is named", async () => {
    const address = parseDatabaseUrl("postgresql://me:topsecret@127.0.0.1:1/db");
    await expect(openDatabaseAddress(address)).rejects.toThrow("can't reach PostgreSQL at 127.0.0.1:1");
    await expect(openDatabaseAddress(address)).rejects.not.toThrow(/topsecret/);
  });
});
