// The product as `npm start` runs it, with its own database in the bench's PostgreSQL.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toDatabaseUrl } from "../../apps/server/src/testing/database-url.ts";
import { rootDir } from "../../tools/install.mjs";
import { builtServerPath, leanEnvironment } from "../../tools/lean-process.mjs";
import { findFreePort, startServer } from "../uploads/measured-server.js";
import { ask } from "./ask.js";
import { password } from "./rows.js";

const startFlags = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8")).scripts.start.match(/--\S+/g) ?? [];

export async function startProduct({ connection, database, dir, serverPath = builtServerPath }) {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  mkdirSync(dir, { recursive: true });
  const env = {
    ...leanEnvironment,
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: origin,
    DATA_DIR: dir,
    DATABASE_URL: toDatabaseUrl({ ...connection, database }),
    SECRET_KEY: "a key for measurements, and nothing else",
    CONVERTERS: "0",
    LOG_LEVEL: "error",
    // The limits for requests and sign-ins stay active: the load comes from many addresses.
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const { child } = await startServer([...startFlags, serverPath], env, /Blueprint is ready/);
  return { child, origin };
}

/** @returns the three kinds of requests for each person, with their session */
export async function signInToProduct(origin, people) {
  const signedIn = [];
  for (const [index, { userId, email, teamId, blueprintIds, foreignBlueprintId }] of people.entries()) {
    const { headers } = await ask(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { origin, "x-forwarded-for": `10.1.${index}.1` },
      body: { email, password },
    });
    const cookie = headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const toRequests = (paths) =>
      paths.map((path, page) => ({ path, headers: { cookie, "x-forwarded-for": `10.0.${index}.${page}` } }));
    signedIn.push({
      profile: toRequests(blueprintIds.map(() => `/api/users/${userId}`)),
      list: toRequests(blueprintIds.map(() => `/api/blueprints?teamId=${teamId}&limit=${blueprintIds.length}`)),
      read: toRequests(blueprintIds.map((id) => `/api/blueprints/${id}`)),
      foreign: toRequests([`/api/blueprints/${foreignBlueprintId}`]),
    });
  }
  return signedIn;
}

export const countListed = ({ blueprints, total }) => ({ rows: blueprints.length, total });
