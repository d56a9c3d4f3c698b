import { readFileSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { StartMessage } from "../conversion-messages.ts";
import { endWithParent } from "../end-with-parent.ts";

// A converter process that misbehaves as requested by the job's original name, with an optional argument after a space.

const tell = (detail: string) => {
  process.send?.({ type: "problem", code: "scan-corrupt", detail });
  process.disconnect();
};
const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

endWithParent();
process.once("message", ({ job }: StartMessage) => {
  const [fault = "", argument = ""] = job.originalName.split(" ");
  switch (fault) {
    case "calls-home": {
      const socket = connect(Number(argument), "127.0.0.1");
      socket.on("connect", () => tell("connected"));
      socket.on("error", (error) => tell(codeOf(error)));
      break;
    }
    case "spies":
      try {
        tell(readFileSync(argument, "utf8"));
      } catch (error) {
        tell(codeOf(error));
      }
      break;
    case "leaves-link":
      symlinkSync(argument, join(job.outputDir, "tileset.json"));
      process.send?.({ type: "done", report: {} });
      process.disconnect();
      break;
    case "eats-memory": {
      const eaten: Buffer[] = [];
      setInterval(() => eaten.push(Buffer.alloc(16 * 1024 ** 2, 1)), 20);
      break;
    }
    case "fills-heap": {
      const eaten: object[] = [];
      while (eaten.length >= 0) eaten.push({ at: eaten.length, text: `${eaten.length}` });
      break;
    }
    case "loops":
      process.send?.({ type: "progress", progress: { stage: "reading", fraction: 0.1 } });
      setTimeout(() => {
        for (;;);
      }, 100);
      break;
    case "throws":
      throw new Error("the surface has no other side");
    case "tells-environment":
      tell(Object.keys(process.env).sort().join());
      break;
  }
});
