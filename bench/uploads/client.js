// Sends one file with one client and prints the duration. Usage: node client.js <JSON of a job, see `sendIn`>
import { createReadStream, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { uploadLimits } from "../../packages/contract/src/limits.ts";
import { createUpload } from "../../packages/uploads/src/upload.ts";
import { requirePeer } from "./peers.js";

const MiB = 1024 * 1024;
const job = JSON.parse(process.argv[2]);
const agent = new http.Agent({ keepAlive: true });

const senders = { plain: preparePlain, ours: prepareOurs, sdk: prepareSdk, tus: prepareTus, emulator: prepareSdk };
const send = await senders[job.contender](job);
const startedAt = performance.now();
let startedOver = 0;
for (;;) {
  try {
    await send();
    break;
  } catch (error) {
    // Like a person whose upload failed: send it again from the start.
    if (!job.startsOver || performance.now() - startedAt > 90_000) throw error;
    startedOver += 1;
    await sleep(500);
  }
}
console.log(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, startedOver }));
process.exit(0);

async function preparePlain({ url, path, sizeBytes, name }) {
  return () =>
    new Promise((resolve, reject) => {
      const headers = { "content-length": sizeBytes };
      const request = http.request(`${url}/${name}`, { method: "PUT", headers, agent }, (answer) => {
        answer
          .resume()
          .on("end", () => (answer.statusCode === 201 ? resolve() : reject(new Error(`status ${answer.statusCode}`))));
      });
      request.on("error", reject);
      createReadStream(path, { highWaterMark: MiB }).pipe(request);
    });
}

async function prepareOurs({ url, path, sizeBytes, name, token, userId }) {
  const file = await open(path, "r");
  const buffers = [new Uint8Array(uploadLimits.chunkBytesMax), new Uint8Array(uploadLimits.chunkBytesMax)];
  let turn = 0;
  const source = {
    name,
    sizeBytes,
    // One chunk is in flight while the next is read: two alternating buffers.
    slice: async (start, end) => {
      const bytes = buffers[turn++ % 2].subarray(0, end - start);
      await file.read(bytes, 0, bytes.length, start);
      return bytes;
    },
  };
  return async () => {
    const upload = createUpload({
      source,
      objectName: `users/${userId}/${name}`,
      baseUrl: url,
      headers: { authorization: `Bearer ${token}` },
      contentType: "model/ply",
      transport: sendByHttp,
    });
    upload.start();
    const { state, error } = await upload.done;
    if (state !== "success") throw error;
  };
}

/** Plain PUT and ours use the same Node HTTP client, because `fetch` takes twice as long for a body. */
function sendByHttp({ url, headers, body, signal }) {
  return new Promise((resolve, reject) => {
    const bytes =
      body === null
        ? Buffer.alloc(0)
        : typeof body === "string"
          ? Buffer.from(body)
          : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const length = { "content-length": bytes.length };
    const options = { method: "POST", headers: { ...headers, ...length }, signal, agent };
    const request = http.request(url, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode, header: (name) => answer.headers[name] ?? null, text }),
      );
      answer.on("error", reject);
    });
    request.on("error", reject);
    request.end(bytes);
  });
}

/** The official client, for both our server and its own emulator. It needs the whole file in memory. */
async function prepareSdk({ url, path, name, token, userId, bucket }) {
  const { initializeApp } = await import("@firebase/app");
  const { connectStorageEmulator, getStorage, ref, uploadBytesResumable } = await import("@firebase/storage");
  const storage = getStorage(initializeApp({ storageBucket: bucket, projectId: "demo-bench", apiKey: "bench" }));
  const { hostname, port } = new URL(url);
  connectStorageEmulator(storage, hostname, Number(port), token === undefined ? {} : { mockUserToken: token });
  const bytes = readFileSync(path);
  return async () => {
    await uploadBytesResumable(ref(storage, `users/${userId}/${name}`), bytes, { contentType: "model/ply" });
  };
}

async function prepareTus({ url, path, name }) {
  const { Upload } = requirePeer("tus")("tus-js-client");
  const bytes = readFileSync(path);
  return () =>
    new Promise((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${url}/files`,
        retryDelays: [0, 500, 1000, 2000, 3000],
        metadata: { filename: name },
        onError: reject,
        onSuccess: resolve,
      }).start();
    });
}
