import { issueAppCheckToken } from "@blueprint/contract/app-check";
import { build } from "esbuild";
import { expect, test } from "../harness/people.ts";

/**
 * The official client as pages use it: `read(appCheckToken, userToken, name)` returns the code that a read ends with.
 */
const script = `
import { initializeApp } from "@firebase/app";
import { CustomProvider, initializeAppCheck } from "@firebase/app-check";
import { connectStorageEmulator, getMetadata, getStorage, ref } from "@firebase/storage";
let apps = 0;
globalThis.read = async (appCheckToken, userToken, name) => {
  const app = initializeApp({ storageBucket: "blueprint-local", appId: "1:1:web:1", projectId: "blueprint", apiKey: "none" }, "client " + ++apps);
  const getToken = async () => ({ token: appCheckToken, expireTimeMillis: Date.now() + 3600_000 });
  initializeAppCheck(app, { provider: new CustomProvider({ getToken }) });
  const client = getStorage(app);
  connectStorageEmulator(client, location.hostname, Number(location.port), { mockUserToken: userToken });
  return getMetadata(ref(client, name)).then(() => "read", (error) => error.code);
};`;

test("the official client in a browser learns that its app-check token is invalid", async ({
  server,
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 40[14]/);
  const owner = await person();
  const page = await (await openWindowOf(owner, { bypassCSP: true })).newPage();
  await page.goto("/faq");
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname, loader: "js" },
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    logLevel: "error",
  });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
  const issued = await fetch(server.url + issueAppCheckToken.url, {
    method: issueAppCheckToken.method,
    headers: { origin: server.url },
  });
  const { token } = (await issued.json()) as { token: string };
  const [header, payload] = token.split(".");
  const { uid } = await page.evaluate(async () => {
    const { me } = (await (await fetch("/api/session")).json()) as { me: { profile: { uid: string } } };
    return { uid: me.profile.uid };
  });
  const userToken = owner.asProgram.authorization.replace("Bearer ", "");
  const read = (appCheckToken: string) =>
    page.evaluate(
      ([...given]) => (globalThis as unknown as { read(...given: string[]): Promise<string> }).read(...given),
      [appCheckToken, userToken, `users/${uid}/never.txt`],
    );
  expect(await read(`${header}.${payload}.Zm9yZ2Vk`)).toBe("storage/unauthorized-app");
  expect(await read(token)).toBe("storage/object-not-found");
});
