import { setTimeout as sleep } from "node:timers/promises";
import { installFirstPictureProbe } from "../first-picture/probe.js";

const timeoutMs = 60_000;
const drainMs = 500;

/**
 * Opens a page with an empty cache and leaves it at rest until a frame draws everything in the file.
 * @param page `{ line, path }`: the line it is loaded over and its path
 * @param what `triangles`, `points` or `splats`
 * @param wanted how many of them the file has
 * @returns seconds from the first picture until that frame was finished, null if there was none in time; the largest share
 *   that a frame drew; the bytes received by then
 */
export async function measureWhole(browser, { line, path }, what, wanted) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  line.forgetBytes();
  try {
    const page = await context.newPage();
    await page.addInitScript(installFirstPictureProbe);
    await page.addInitScript(installWholeProbe, { what, wanted });
    await page.goto(`http://localhost:${line.port}${path}`, { waitUntil: "commit" });
    await page.waitForFunction(() => window.firstPicture?.firstPictureMs, undefined, { timeout: timeoutMs });
    await page
      .waitForFunction(() => window.whole.finishedMs, undefined, { timeout: timeoutMs })
      // The share says how much was drawn instead.
      .catch(() => undefined);
    const { finishedMs, mostDrawn, atEpochMs, firstPictureMs } = await page.evaluate(() => ({
      ...window.whole,
      firstPictureMs: window.firstPicture.firstPictureMs,
    }));
    return {
      seconds: finishedMs === null ? null : Math.max(0, finishedMs - firstPictureMs) / 1000,
      share: Math.min(1, mostDrawn / wanted),
      bytes: line.bytesUntil(atEpochMs ?? Infinity),
    };
  } finally {
    await context.close();
    // Drain the last responses before measuring the next page.
    await sleep(drainMs);
  }
}

/**
 * Runs in the page before its own scripts and knows nothing about the viewer: adds up what each frame asks the graphics card
 * to draw, and notes when the card has finished the first frame that draws everything.
 */
function installWholeProbe({ what, wanted }) {
  const whole = { mostDrawn: 0, finishedMs: null, atEpochMs: null };
  window.whole = whole;
  const { prototype } = WebGL2RenderingContext;
  let drawn = 0;
  let isFound = false;
  const finish = (gl) => {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const look = () => {
      if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
        setTimeout(look, 8);
        return;
      }
      whole.finishedMs = performance.now();
      whole.atEpochMs = performance.timeOrigin + whole.finishedMs;
    };
    look();
  };
  const note = (gl, count) => {
    if (count === 0) return;
    // All draws of a frame happen in one task.
    if (drawn === 0) {
      queueMicrotask(() => {
        whole.mostDrawn = Math.max(whole.mostDrawn, drawn);
        if (drawn >= wanted && !isFound) {
          isFound = true;
          finish(gl);
        }
        drawn = 0;
      });
    }
    drawn += count;
  };
  const countOf = (gl, mode, vertices, instances) => {
    if (what === "points") return mode === gl.POINTS ? vertices * instances : 0;
    if (mode !== gl.TRIANGLES) return 0;
    // A splat is an instance of two triangles.
    return what === "splats" ? (vertices === 6 ? instances : 0) : (vertices / 3) * instances;
  };
  const wrap = (name, toCount) => {
    const original = prototype[name];
    prototype[name] = function (...call) {
      original.apply(this, call);
      note(this, toCount(this, call));
    };
  };
  wrap("drawArrays", (gl, [mode, , count]) => countOf(gl, mode, count, 1));
  wrap("drawElements", (gl, [mode, count]) => countOf(gl, mode, count, 1));
  wrap("drawArraysInstanced", (gl, [mode, , count, instances]) => countOf(gl, mode, count, instances));
  wrap("drawElementsInstanced", (gl, [mode, count, , , instances]) => countOf(gl, mode, count, instances));
}
