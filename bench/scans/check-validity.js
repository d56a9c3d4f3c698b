// Validates the converters' output with 3d-tiles-tools, by the authors of the standard, which is not part of the
// product and too large to bundle (npm test does the same with the core of 3d-tiles-renderer): every tile is reachable,
// its content exists and is recognised, and gltf-validator finds no error in it. Usage: node bench/scans validity
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { makeTexturedRoom } from "@blueprint/scans/testing/make-textured-room";
import { rootDir } from "../../tools/install.mjs";
import { convertMeasured } from "./convert-measured.js";

const version = "0.5.4";
const toolsDir = join(rootDir, "node_modules", ".cache", "scan-peers", "3d-tiles-tools");
const dataDir = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
const validator = createRequire(join(rootDir, "packages", "scans", "package.json"))("gltf-validator");

export async function measure() {
  const tools = installTools();
  if (tools === null) {
    console.log("3d-tiles-tools cannot be installed here; nothing was checked.");
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), "blueprint-validity-"));
  try {
    for (const { name, format, path } of await listSamples(dir)) {
      const { outputDir, report } = await convertMeasured({ format, inputPath: path, dir, label: name });
      for (const stored of globSync("**/*.br", { cwd: outputDir })) {
        writeFileSync(
          join(outputDir, stored.slice(0, -3)),
          brotliDecompressSync(readFileSync(join(outputDir, stored))),
        );
      }
      const { tiles, contents, errors } = await walk(tools, join(outputDir, report.delivery.entry));
      console.log(`${name}: ${tiles} tiles, ${contents} contents read by 3d-tiles-tools, ${errors.length} errors`);
      for (const error of errors.slice(0, 10)) console.log(`  ${error}`);
      if (errors.length > 0 || contents === 0) process.exitCode = 1;
      rmSync(outputDir, { recursive: true, force: true });
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function walk({ ResourceResolvers, TilesetTraverser, ContentDataTypeRegistry, BufferedContentData }, entry) {
  const resolver = ResourceResolvers.createFileResourceResolver(dirname(entry));
  const traverser = new TilesetTraverser(dirname(entry), resolver, {
    depthFirst: true,
    traverseExternalTilesets: true,
  });
  const found = { tiles: 0, contents: 0, errors: [] };
  await traverser.traverse(JSON.parse(readFileSync(entry, "utf8")), async (tile) => {
    found.tiles += 1;
    for (const { uri } of tile.getFinalContents()) {
      const data = await tile.getResourceResolver().resolveData(uri);
      if (data === null) {
        found.errors.push(`${uri} is not there.`);
        continue;
      }
      const type = await ContentDataTypeRegistry.findContentDataType(new BufferedContentData(uri, data));
      found.contents += 1;
      if (type === "CONTENT_TYPE_TILESET") continue;
      if (type !== "CONTENT_TYPE_GLB") found.errors.push(`${uri} is taken for ${type}.`);
      const { issues } = await validator.validateBytes(new Uint8Array(data), {
        externalResourceFunction: async (name) =>
          new Uint8Array(await tile.getResourceResolver().resolveData(join(dirname(uri), name))),
      });
      const errors = issues.messages.filter(({ severity }) => severity === 0);
      found.errors.push(...errors.map(({ message }) => `${uri}: ${message}`));
    }
    return true;
  });
  return found;
}

async function listSamples(dir) {
  const room = join(dir, "room.glb");
  writeFileSync(room, await makeTexturedRoom());
  return [
    { name: "textured room", format: "glb", path: room },
    { name: "photographed building", format: "glb", path: join(dataDir, "mesh", "agi-hq-ktx2-tile.glb") },
    { name: "scanned room", format: "glb", path: join(dataDir, "mesh", "room-music_room.glb") },
    { name: "stone lion", format: "copc", path: join(dataDir, "pointcloud", "lion_takanawa.copc.laz") },
    { name: "indoor scan", format: "laz", path: join(dataDir, "pointcloud", "indoor.laz") },
  ].filter(({ path }) => existsSync(path));
}

function installTools() {
  const packagePath = join(toolsDir, "node_modules", "3d-tiles-tools", "package.json");
  if (!existsSync(packagePath)) {
    mkdirSync(toolsDir, { recursive: true });
    writeFileSync(
      join(toolsDir, "package.json"),
      JSON.stringify({ private: true, dependencies: { "3d-tiles-tools": version } }),
    );
    console.log(`Installing 3d-tiles-tools ${version} …`);
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=silent"];
    const { status } = spawnSync("npm", ["install", ...flags], { cwd: toolsDir, stdio: "inherit", timeout: 300_000 });
    if (status !== 0) return null;
  }
  return createRequire(join(toolsDir, "package.json"))("3d-tiles-tools");
}
