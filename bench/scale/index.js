import { continueUnderPinnedNode } from "../../tools/install.mjs";

// The measurement imports TypeScript, which the system's Node may not support.
if (await continueUnderPinnedNode(import.meta.url)) {
  const [part = "measure", ...rest] = process.argv.slice(2);
  const parts = { measure: () => import("./measure.js"), model: () => import("./print-model.js") };
  if (!(part in parts)) throw new Error(`There is no part ${part}; there are ${Object.keys(parts).join(", ")}.`);
  const { run } = await parts[part]();
  await run(rest.filter((argument) => argument !== "--"));
}
