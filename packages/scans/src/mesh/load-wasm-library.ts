import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";

const require = createRequire(import.meta.url);

/**
 * Loads one of the decoders that three.js ships for browsers. They are CommonJS files in a package declared as ES
 * modules, so both `import` and `require` reject them.
 */
export async function loadThreeLibrary(path: string): Promise<{ exports: unknown; folder: string }> {
  const file = require.resolve(`three/examples/jsm/libs/${path}`);
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(
    await readFile(file, "utf8"),
    ["module", "exports", "require", "__filename", "__dirname"],
    {
      filename: file,
    },
  );
  run(module, module.exports, require, file, dirname(file));
  return { exports: module.exports, folder: dirname(file) };
}
