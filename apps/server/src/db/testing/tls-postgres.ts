import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { commandPrefixForUser, findPostgresBinaries } from "../../platform/embedded-postgres/postgres-binaries.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { connect } from "../connection.ts";

/** This program makes the certificates; it is not installed everywhere. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

export interface TlsPostgres {
  readonly port: number;
  readonly files: { ca: string; otherCa: string; clientCert: string; clientKey: string };
  /** Turns TLS on or off for new connections. */
  setTls(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL on 127.0.0.1 whose certificate is valid for the name `localhost` only. The users `tls_only` and
 * `plain_only` connect as named, `certified` with a client certificate, `anyone` either way.
 */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const dir = mkdtempSync(join(tmpdir(), "blueprint-tls-"));
  const prefix = commandPrefixForUser();
  const binDir = findPostgresBinaries();
  const clusterDir = join(dir, "cluster");
  const [command = "", ...args] = [...prefix, join(binDir, "initdb"), "-D", clusterDir, "-U", "anyone"];
  execFileSync(command, [...args, "--locale=C.UTF-8", "-E", "UTF8", "-A", "trust", "--no-sync"], { stdio: "ignore" });
  const certificates = makeCertificates(dir, clusterDir);
  writeFileSync(
    join(clusterDir, "pg_hba.conf"),
    [
      "local all all trust",
      "hostssl all tls_only all trust",
      "hostnossl all plain_only all trust",
      "hostssl all certified all cert",
      "host all anyone all trust",
    ].join("\n"),
  );
  const port = await findFreePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "ssl=on", "ssl_ca_file=ca.crt", "fsync=off"];
  writeFileSync(join(clusterDir, "postgresql.auto.conf"), settings.slice(2).map(toLine).join("\n"));
  const server = [...prefix, join(binDir, "postgres"), "-D", clusterDir, "-k", dir];
  const child = spawn(server[0] ?? "", [...server.slice(1), ...settings.slice(0, 2).flatMap((one) => ["-c", one])], {
    stdio: "ignore",
  });
  const admin = connect({ host: dir, port, user: "anyone", database: "postgres" }, 1);
  for (let attempt = 0; ; attempt++) {
    try {
      await admin`select 1`;
      break;
    } catch (error) {
      if (attempt === 200) throw error;
      await wait(50);
    }
  }
  for (const user of ["tls_only", "plain_only", "certified"]) await admin`create role ${admin(user)} login`;
  return {
    port,
    files: certificates,
    setTls: async (isOn) => {
      await admin.unsafe(`alter system set ssl = ${isOn ? "on" : "off"}`);
      await admin`select pg_reload_conf()`;
      // A signal tells every process, so it takes effect a little later.
      for (let is = ""; is !== (isOn ? "on" : "off"); await wait(20)) is = (await admin`show ssl`)[0]?.ssl ?? "";
      await wait(100);
    },
    stop: async () => {
      await admin.end();
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function toLine(setting: string): string {
  const [name, value] = setting.split("=");
  return `${name} = '${value}'`;
}

function makeCertificates(dir: string, clusterDir: string): TlsPostgres["files"] {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "ignore" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const makeAuthority = (name: string) =>
    openssl(
      "req",
      "-x509",
      ...newKey,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.crt`,
      "-subj",
      `/CN=${name}`,
      "-days",
      "30",
    );
  const makeSigned = (keyPath: string, certPath: string, name: string, extension: string) => {
    writeFileSync(join(dir, "extension"), extension);
    openssl("req", "-new", ...newKey, "-keyout", keyPath, "-out", "request", "-subj", `/CN=${name}`);
    openssl(
      "x509",
      "-req",
      "-in",
      "request",
      "-CA",
      "ca.crt",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-days",
      "30",
      "-extfile",
      "extension",
      "-out",
      certPath,
    );
  };
  makeAuthority("ca");
  makeAuthority("other");
  makeSigned(
    join(clusterDir, "server.key"),
    join(clusterDir, "server.crt"),
    "localhost",
    "subjectAltName=DNS:localhost",
  );
  makeSigned("client.key", "client.crt", "certified", "extendedKeyUsage=clientAuth");
  execFileSync("cp", [join(dir, "ca.crt"), clusterDir]);
  const pathOf = (name: string) => join(dir, name);
  return {
    ca: pathOf("ca.crt"),
    otherCa: pathOf("other.crt"),
    clientCert: pathOf("client.crt"),
    clientKey: pathOf("client.key"),
  };
}
