// Time from a visitor's click on a link to the first picture of a mesh, at 50 Mbit/s and 20 ms, with an empty cache:
// our published page from the real server, beside a plain three.js page (GLTFLoader and OrbitControls, built here from
// the same three) that shows the very file our converter made. Same browser, same line, same run, by turns.
// Usage: node bench/first-view [rounds=3]     (the web app must be built: npm start builds it)
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint, publishBlueprint } from "@blueprint/contract/blueprints";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { createScan, listScans } from "@blueprint/contract/scans";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { makeTexturedRoom } from "@blueprint/scans/testing/make-textured-room";
import { createUpload } from "@blueprint/uploads/upload";
import { chromium } from "@playwright/test";
import { build } from "vite";
import { launchServer } from "../../e2e/harness/launch-server.ts";
import { installFirstPictureProbe } from "./first-picture-probe.js";
import { openSlowLine } from "./slow-line.js";

const rounds = Number(process.argv[2] ?? 3);
const line = { megabitsPerSecond: 50, roundTripMs: 20 };
const boundSeconds = 2;
const firstPictureTimeoutMs = 60_000;
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-first-view-"));
const closing = [];

try {
  await run();
} finally {
  for (const close of closing.reverse()) await close();
  rmSync(dir, { recursive: true, force: true });
}

async function run() {
  const server = await launchServer();
  closing.push(() => server.dispose());
  const owner = await makeOwner(server);
  const peer = await servePeer();
  const ours = await openLine(Number(new URL(server.url).port));
  const theirs = await openLine(peer.port);
  const browser = await chromium.launch({
    executablePath: existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined,
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  closing.push(() => browser.close());

  console.log(
    `${line.megabitsPerSecond} Mbit/s, ${line.roundTripMs} ms, median of ${rounds}, empty cache, software GL`,
  );
  for (const { name, bytes } of await listMeshes()) {
    const place = await publishMesh(server, owner, name, bytes);
    peer.serve(
      `/${place.slug}.glb`,
      Buffer.from(await (await fetch(new URL(place.entryUrl, server.url))).arrayBuffer()),
    );
    const pages = [
      { name: "ours", line: ours, path: `/webxr?b=${place.slug}`, seconds: [], bytes: 0 },
      { name: "plain three.js", line: theirs, path: `/index.html?model=/${place.slug}.glb`, seconds: [], bytes: 0 },
    ];
    for (let round = 0; round < rounds; round++) {
      for (const page of round % 2 === 0 ? pages : pages.toReversed()) {
        page.seconds.push(await measureFirstPicture(browser, page));
        page.bytes = page.line.takeBytes();
      }
    }
    report(name, bytes.length, pages);
  }
}

function report(name, originalBytes, [ours, plain]) {
  const [oursSeconds, plainSeconds] = [median(ours.seconds), median(plain.seconds)];
  console.log(`\n${name} (${megabytes(originalBytes)} MB as uploaded)`);
  for (const { name: page, seconds, bytes } of [ours, plain]) {
    const each = seconds.map((value) => value.toFixed(2)).join(" ");
    console.log(`  ${page.padEnd(15)} ${median(seconds).toFixed(2)} s   ${megabytes(bytes)} MB   (${each})`);
  }
  console.log(`  ours / plain three.js ${(oursSeconds / plainSeconds).toFixed(2)}×`);
  console.log(`  ours / bound of ${boundSeconds} s   ${(oursSeconds / boundSeconds).toFixed(2)}×`);
}

async function measureFirstPicture(browser, { line: { port }, path }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(installFirstPictureProbe);
    await page.goto(`http://localhost:${port}${path}`, { waitUntil: "commit" });
    const found = await page.waitForFunction(() => window.firstPicture?.firstPictureMs, undefined, {
      timeout: firstPictureTimeoutMs,
    });
    return (await found.jsonValue()) / 1000;
  } finally {
    await context.close();
    // The last answers drain before the bytes of the next page are counted.
    await sleep(500);
  }
}

/** A room made by script, and the scanned rooms where they are at hand. */
async function listMeshes() {
  const meshes = [{ name: "textured room", bytes: await makeTexturedRoom() }];
  for (const room of ["living_room", "music_room"]) {
    const path = pathOf(`../../../shared/data/mesh/room-${room}.glb`);
    if (existsSync(path)) meshes.push({ name: basename(path), bytes: readFileSync(path) });
  }
  return meshes;
}

async function makeOwner(server) {
  const token = new URL(server.operatorInvitationUrl).searchParams.get("token");
  let cookie = "";
  const signUp = createApiClient({
    baseUrl: server.url,
    fetch: async (...call) => {
      const response = await fetch(...call);
      cookie ||= response.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ");
      return response;
    },
  });
  const { teamId } = await signUp(acceptInvitationWithNewAccount, {
    params: { token },
    body: { email: "bench@example.org", password: "a quiet corner table", name: "Bench" },
  });
  return { cookie, teamId, api: createApiClient({ baseUrl: server.url, headers: { cookie } }) };
}

async function publishMesh(server, { api, cookie, teamId }, name, bytes) {
  const { id: blueprintId, slug } = await api(createBlueprint, { body: { teamId, name, industry: "museum" } });
  const report = await preflight(toByteSource(new Blob([bytes]), "room.glb"));
  const sizeBytes = bytes.length;
  const scan = await api(createScan, {
    params: { blueprintId },
    body: { fileName: "room.glb", sizeBytes, preflight: { ...report, sizeBytes } },
  });
  const upload = createUpload({
    source: { name: "room.glb", sizeBytes, slice: (start, end) => bytes.subarray(start, end) },
    objectName: scan.uploadName,
    baseUrl: server.url,
    headers: { cookie },
  });
  upload.start();
  await upload.done;
  for (let state = ""; state !== "ready"; await sleep(200)) {
    state = (await api(listScans, { params: { blueprintId } })).scans[0].state;
    if (state === "failed") throw new Error(`${name} could not be converted.`);
  }
  await api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const { scans } = await api(getPublishedBlueprint, { params: { slug } });
  return { slug, entryUrl: scans[0].delivery.entryUrl };
}

/** Builds the plain page and serves it compressed, as our server does with its own. */
async function servePeer() {
  await build({
    root: pathOf("./peer"),
    configFile: false,
    logLevel: "error",
    build: { outDir: dir, emptyOutDir: true, target: "chrome123" },
  });
  const models = new Map();
  const compressed = new Map();
  const types = { ".html": "text/html", ".js": "text/javascript", ".glb": "model/gltf-binary" };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const type = types[extname(pathname)];
    const model = models.get(pathname);
    if (model !== undefined) {
      response.writeHead(200, { "content-type": type, "content-length": model.length }).end(model);
      return;
    }
    const path = join(dir, pathname);
    if (type === undefined || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    if (!compressed.has(path)) compressed.set(path, brotliCompressSync(readFileSync(path)));
    response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(compressed.get(path));
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address();
  // Compressed before anybody waits for it.
  for (const [, script] of readFileSync(join(dir, "index.html"), "utf8").matchAll(/src="([^"]+\.js)"/g)) {
    await fetch(`http://localhost:${port}${script}`);
  }
  return { port, serve: (path, bytes) => models.set(path, bytes) };
}

async function openLine(targetPort) {
  const opened = await openSlowLine({ targetPort, ...line });
  closing.push(() => opened.close());
  return opened;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(2);
}
