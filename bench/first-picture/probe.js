/**
 * Runs in the page before its own scripts and knows nothing about the viewer: records when the largest WebGL canvas
 * first shows something, meaning that more than one in fifty of its pixels differ from the most common colour.
 */
export function installFirstPictureProbe() {
  const found = { firstPictureMs: null, atEpochMs: null, scripts: [] };
  window.firstPicture = found;
  const canvases = new Set();
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, attributes) {
    const isWebGl = String(type).startsWith("webgl");
    // The picture must still be readable after the frame that drew it.
    const context = getContext.call(this, type, isWebGl ? { ...attributes, preserveDrawingBuffer: true } : attributes);
    if (isWebGl && context !== null) canvases.add(this);
    return context;
  };
  const width = 48;
  const height = 30;
  let thumbnail = null;
  const hasPicture = () => {
    const [canvas] = [...canvases].sort((a, b) => b.width * b.height - a.width * a.height);
    if (canvas === undefined || canvas.width < 100) return false;
    if (thumbnail === null) {
      const small = Object.assign(document.createElement("canvas"), { width, height });
      thumbnail = getContext.call(small, "2d", { willReadFrequently: true });
    }
    thumbnail.clearRect(0, 0, width, height);
    thumbnail.drawImage(canvas, 0, 0, width, height);
    const { data } = thumbnail.getImageData(0, 0, width, height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at] >> 4},${data[at + 1] >> 4},${data[at + 2] >> 4},${data[at + 3] >> 4}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return 1 - Math.max(...counts.values()) / (width * height) > 0.02;
  };
  const look = () => {
    const startedAt = performance.now();
    if (!hasPicture()) {
      // Reading pixels stalls the graphics card: do it rarely enough not to affect the result.
      setTimeout(() => requestAnimationFrame(look), Math.max(30, (performance.now() - startedAt) * 2));
      return;
    }
    const now = performance.now();
    found.atEpochMs = performance.timeOrigin + now;
    found.scripts = performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => startTime < now && /\.m?js$/.test(new URL(name).pathname))
      .map(({ name }) => new URL(name).pathname);
    found.firstPictureMs = now;
  };
  requestAnimationFrame(look);
}
