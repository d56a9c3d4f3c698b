import type { StartMessage } from "../conversion-messages.ts";
import { endWithParent } from "../end-with-parent.ts";

// A converter process that goes wrong in the way that the job's original name asks for.

endWithParent();
process.once("message", ({ job }: StartMessage) => {
  switch (job.originalName) {
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
      process.send?.({ type: "problem", code: "scan-corrupt", detail: Object.keys(process.env).sort().join() });
      process.disconnect();
      break;
  }
});
