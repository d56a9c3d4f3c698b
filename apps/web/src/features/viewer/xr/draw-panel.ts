import { CanvasTexture, LinearFilter, SRGBColorSpace } from "three";

const widthPx = 1024;
const paddingPx = 56;
const titlePx = 64;
const textPx = 44;
const lineHeight = 1.35;
const heightPxMax = 1200;

/** A colour of the design's tokens as a canvas understands it, in the present theme. */
function readToken(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A card as a picture: there is no page inside a headset. `aspect` is its width over its height. */
export function drawCard(title: string, text: string): { texture: CanvasTexture; aspect: number } {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const family = getComputedStyle(document.body).fontFamily;
  const titleFont = `600 ${titlePx}px ${family}`;
  const textFont = `400 ${textPx}px ${family}`;
  const lines = [
    ...wrap(context, title === "" ? "Untitled" : title, titleFont).map((line) => ({
      line,
      font: titleFont,
      px: titlePx,
    })),
    ...wrap(context, text === "" ? "Nothing more is written about this place." : text, textFont).map((line) => ({
      line,
      font: textFont,
      px: textPx,
    })),
  ];
  const contentPx = lines.reduce((sum, { px }) => sum + px * lineHeight, 0);
  canvas.width = widthPx;
  canvas.height = Math.min(heightPxMax, Math.ceil(contentPx + paddingPx * 2));
  context.fillStyle = readToken("--sheet");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.strokeStyle = readToken("--line");
  context.lineWidth = 6;
  context.strokeRect(3, 3, canvas.width - 6, canvas.height - 6);
  context.fillStyle = readToken("--ink");
  context.textBaseline = "top";
  let y = paddingPx;
  for (const { line, font, px } of lines) {
    // Long texts end with a sign that there is more; the list on the page has all of it.
    const isLast = y + px * lineHeight * 2 > canvas.height - paddingPx && contentPx > heightPxMax - paddingPx * 2;
    context.font = font;
    context.fillText(isLast ? "…" : line, paddingPx, y);
    if (isLast) break;
    y += px * lineHeight;
  }
  return { texture: toTexture(canvas), aspect: canvas.width / canvas.height };
}

/** A numbered pin as a picture. */
export function drawPin(number: number): CanvasTexture {
  const canvas = document.createElement("canvas");
  const sidePx = 128;
  canvas.width = sidePx;
  canvas.height = sidePx;
  const context = canvas.getContext("2d")!;
  context.beginPath();
  context.arc(sidePx / 2, sidePx / 2, sidePx / 2 - 6, 0, Math.PI * 2);
  context.fillStyle = readToken("--accent");
  context.fill();
  context.lineWidth = 10;
  context.strokeStyle = readToken("--sheet");
  context.stroke();
  context.fillStyle = readToken("--on-accent");
  context.font = `600 56px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(number), sidePx / 2, sidePx / 2 + 4);
  return toTexture(canvas);
}

function wrap(context: CanvasRenderingContext2D, text: string, font: string): string[] {
  context.font = font;
  const width = widthPx - paddingPx * 2;
  return text.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const word of paragraph.split(" ")) {
      const last = lines.at(-1)!;
      const longer = last === "" ? word : `${last} ${word}`;
      if (context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

function toTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  return texture;
}
