// The contenders: how to start each server, and where to find the files it stored.
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtServerPath, leanEnvironment } from "../../tools/lean-process.mjs";
import { startServer } from "./measured-server.js";

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
/** Node options of `npm start`, so that the product is measured as it normally runs. */
const startFlags = JSON.parse(readFileSync(pathOf("../../package.json"), "utf8")).scripts.start.match(/--\S+/g) ?? [];

/**
 * - `start({ port, dir, account })` starts the server; `account` is the result of an earlier start with the same
 * folder.
 * - `findStored({ dir, sizeBytes })` lists the server's stored files of that size.
 * - `remove({ port, account, name })` deletes an uploaded file, for servers that need a request for that.
 */
export const servers = {
  plain: {
    start: ({ port, dir }) => startPeer("./plain-put-server.js", port, dir),
    findStored: findFiles,
  },
  product: {
    start: startProduct,
    findStored: ({ dir, ...rest }) => findFiles({ dir: join(dir, "objects"), ...rest }),
    remove: removeFromProduct,
  },
  tus: {
    peer: "tus",
    start: ({ port, dir }) => startPeer("./tus-server.js", port, dir),
    findStored: findFiles,
  },
  emulator: {
    peer: "emulator",
    start: ({ port, dir }) => startPeer("./emulator-server.js", port, dir),
    findStored: findFiles,
  },
};

/** Each client with its target server. */
export const contenders = [
  { name: "plain", server: "plain", label: "bare Node PUT" },
  { name: "ours", server: "product", label: "ours → our server" },
  { name: "sdk", server: "product", label: "official SDK → our server", bucket: "blueprint-local" },
  { name: "tus", server: "tus", label: "tus-js-client → @tus/server" },
  {
    name: "emulator",
    server: "emulator",
    label: "official SDK → its emulator",
    bucket: "demo-bench.appspot.com",
    userId: "bench",
  },
];

export function sha256Of(path) {
  return new Promise((resolve, reject) => {
    const hash = createHash("sha256");
    createReadStream(path, { highWaterMark: 1024 * 1024 })
      .on("data", (bytes) => hash.update(bytes))
      .on("end", () => resolve(hash.digest("hex")))
      .on("error", reject);
  });
}

async function startPeer(script, port, dir) {
  mkdirSync(dir, { recursive: true });
  const env = { PORT: String(port), TARGET_DIR: dir, TMPDIR: dir };
  const { child } = await startServer([pathOf(script)], env, /ready/);
  return { child };
}

async function startProduct({ port, dir, account }) {
  const url = `http://127.0.0.1:${port}`;
  const env = {
    // As `npm start` runs it.
    ...leanEnvironment,
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: url,
    DATA_DIR: dir,
    CONVERTERS: "0",
    LOG_LEVEL: "error",
  };
  const { child, said } = await startServer([...startFlags, builtServerPath], env, /Blueprint is ready/);
  return { child, account: account ?? (await makeAccount(url, said)) };
}

async function makeAccount(url, said) {
  const invitation = /accept-invite\?token=([\w-]+)/.exec(said)[1];
  const person = { email: "bench@example.org", password: "a bench on a hill", name: "Bench" };
  const accepted = await postJson(`${url}/api/invitations/${invitation}/account`, person);
  const cookie = accepted.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { profile } = await (await fetch(`${url}/api/me`, { headers: { cookie } })).json();
  const signedIn = await postJson(`${url}/api/auth/sign-in/email`, { email: person.email, password: person.password });
  return { userId: profile.uid, token: signedIn.headers.get("set-auth-token") };
}

async function removeFromProduct({ port, account, name }) {
  const object = encodeURIComponent(`users/${account.userId}/${name}`);
  const answer = await fetch(`http://127.0.0.1:${port}/v0/b/blueprint-local/o/${object}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${account.token}` },
  });
  if (!answer.ok) throw new Error(`The stored file could not be removed: ${answer.status} ${await answer.text()}`);
}

async function postJson(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

function findFiles({ dir, sizeBytes }) {
  return readdirSync(dir, { recursive: true })
    .map((name) => join(dir, name))
    .filter((path) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size === sizeBytes;
    });
}
