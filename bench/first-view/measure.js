// Time from a visitor's click on a link to the first picture of a mesh, at 50 Mbit/s and 20 ms, with an empty cache:
// our published page from the real server, compared with a plain three.js page (GLTFLoader and OrbitControls, built
// here from the same three) that shows the same original packed by gltfpack. Same browser, same line, same run,
// alternating. Usage: node bench/first-view [rounds=3]
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTexturedRoom } from "@blueprint/scans/testing/make-textured-room";
import { build } from "vite";
import { measureFirstPicture, median, megabytes, openBrowser } from "../first-picture/browser.js";
import { startProduct } from "../first-picture/product.js";
import { runBench } from "../first-picture/run-bench.js";
import { openSlowLine } from "../first-picture/slow-line.js";
import { serveFolders } from "../first-picture/static-server.js";

const rounds = Number(process.argv[2] ?? 3);
const speed = { megabitsPerSecond: 50, roundTripMs: 20 };
const boundSeconds = 2;
const timeLimitMs = 270_000;
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));

await runBench(timeLimitMs, async (closing) => {
  const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-first-view-"));
  closing.push(() => rmSync(dir, { recursive: true, force: true }));
  const product = await startProduct();
  closing.push(() => product.dispose());
  const peer = await servePlainPage(dir);
  closing.push(() => peer.close());
  const [ours, theirs] = await Promise.all(
    [product, peer].map(({ port }) => openSlowLine({ targetPort: port, ...speed })),
  );
  closing.push(() => Promise.all([ours.close(), theirs.close()]));
  const browser = await openBrowser();
  closing.push(() => browser.close());

  console.log(
    `${speed.megabitsPerSecond} Mbit/s, ${speed.roundTripMs} ms, median of ${rounds}, empty cache, software GL`,
  );
  for (const { name, bytes } of await listMeshes()) {
    const { slug } = await product.publish({ fileName: "room.glb", bytes });
    packGlb(dir, `${slug}.glb`, bytes);
    const pages = [
      { name: "ours", line: ours, path: `/webxr?b=${slug}`, found: [] },
      { name: "plain three.js", line: theirs, path: `/index.html?model=/${slug}.glb`, found: [] },
    ];
    for (let round = 0; round < rounds; round++) {
      for (const page of round % 2 === 0 ? pages : pages.toReversed()) {
        page.found.push(await measureFirstPicture(browser, page));
      }
    }
    report(name, bytes.length, pages);
  }
});

function report(name, originalBytes, pages) {
  console.log(`\n${name} (${megabytes(originalBytes)} MB as uploaded)`);
  const [ours, plain] = pages.map(({ name: page, found }) => {
    const seconds = median(found.map((one) => one.seconds));
    const bytes = median(found.map((one) => one.bytes));
    const each = found.map((one) => one.seconds.toFixed(2)).join(" ");
    console.log(`  ${page.padEnd(15)} ${seconds.toFixed(2)} s   ${megabytes(bytes)} MB until then   (${each})`);
    return seconds;
  });
  console.log(`  ours / plain three.js ${(ours / plain).toFixed(2)}×`);
  console.log(`  ours / bound of ${boundSeconds} s   ${(ours / boundSeconds).toFixed(2)}×`);
}

/** A generated room, and the scanned rooms if available. */
async function listMeshes() {
  const meshes = [{ name: "textured room", bytes: await makeTexturedRoom() }];
  for (const room of ["living_room", "music_room"]) {
    const path = pathOf(`../../../shared/data/mesh/room-${room}.glb`);
    if (existsSync(path)) meshes.push({ name: basename(path), bytes: readFileSync(path) });
  }
  return meshes;
}

/** Packs a file as for a custom page: quantised and compressed, with all triangles kept. */
function packGlb(dir, name, bytes) {
  const inputPath = join(dir, "original.glb");
  writeFileSync(inputPath, bytes);
  const gltfpack = pathOf("../../node_modules/.bin/gltfpack");
  execFileSync(gltfpack, ["-i", inputPath, "-o", join(dir, name), "-cc"], { stdio: "ignore", timeout: 60_000 });
}

async function servePlainPage(dir) {
  await build({
    root: pathOf("./peer"),
    configFile: false,
    logLevel: "error",
    build: { outDir: dir, emptyOutDir: true, target: "chrome123" },
  });
  const server = await serveFolders({ "/": dir });
  const scripts = readFileSync(join(dir, "index.html"), "utf8").matchAll(/src="([^"]+\.js)"/g);
  server.warm([...scripts].map(([, script]) => join(dir, script)));
  return server;
}
