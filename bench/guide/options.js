import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    passages: { type: "string", default: "10000" },
    questions: { type: "string", default: "50" },
    answers: { type: "string", default: "100" },
    conversations: { type: "string", default: "200" },
    speech: { type: "string", default: "4" },
  },
});

/** How much is measured. */
export const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
