import { CanvasTexture, LinearFilter, SRGBColorSpace } from "three";
import { findSign } from "../anchors/anchor-type-icons.ts";
import { iconSide, iconStroke, listIconPaths } from "./icon-shapes.ts";

const widthPx = 1024;
const paddingPx = 56;
const titlePx = 64;
const textPx = 44;
const lineHeight = 1.35;
const heightPxMax = 1200;

/** A design token's colour in a canvas's format, in the current theme. */
function readToken(name: string): string {
  return readColour(`var(${name})`);
}

function readColour(css: string): string {
  const probe = document.createElement("span");
  probe.style.color = css;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A card as an image: a headset shows no HTML. `aspect` is its width divided by its height. */
export function drawCard(title: string, text: string): { texture: CanvasTexture; aspect: number } {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const family = getComputedStyle(document.body).fontFamily;
  const titleFont = `600 ${titlePx}px ${family}`;
  const textFont = `400 ${textPx}px ${family}`;
  const lines = [
    ...wrap(context, title, titleFont).map((line) => ({
      line,
      font: titleFont,
      px: titlePx,
    })),
    ...wrap(context, text, textFont).map((line) => ({
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
    // Long texts end with an ellipsis; the list on the page has the full text.
    const isLast = y + px * lineHeight * 2 > canvas.height - paddingPx && contentPx > heightPxMax - paddingPx * 2;
    context.font = font;
    context.fillText(isLast ? "…" : line, paddingPx, y);
    if (isLast) break;
    y += px * lineHeight;
  }
  return { texture: toTexture(canvas), aspect: canvas.width / canvas.height };
}

/** A pin's label and colour; defaults to the theme's accent. */
export interface PinLook {
  /** A name from `nameSign`, or a number. */
  readonly sign: string;
  readonly colour: string | undefined;
}

const pinSidePx = 128;
const pinIconPx = 68;

/** A pin as an image, with the same sign as on the page. */
export function drawPin({ sign, colour }: PinLook): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = pinSidePx;
  canvas.height = pinSidePx;
  const context = canvas.getContext("2d")!;
  context.beginPath();
  context.arc(pinSidePx / 2, pinSidePx / 2, pinSidePx / 2 - 6, 0, Math.PI * 2);
  context.fillStyle = readColour(colour ?? "var(--accent)");
  context.fill();
  context.lineWidth = 10;
  context.strokeStyle = readToken("--sheet");
  context.stroke();
  const icon = findSign(sign);
  if (icon === undefined) writeNumber(context, sign);
  else drawIcon(context, listIconPaths(icon));
  return toTexture(canvas);
}

function writeNumber(context: CanvasRenderingContext2D, text: string): void {
  context.fillStyle = readToken("--on-accent");
  context.font = `600 56px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, pinSidePx / 2, pinSidePx / 2 + 4);
}

function drawIcon(context: CanvasRenderingContext2D, paths: readonly string[]): void {
  context.translate((pinSidePx - pinIconPx) / 2, (pinSidePx - pinIconPx) / 2);
  context.scale(pinIconPx / iconSide, pinIconPx / iconSide);
  context.strokeStyle = readToken("--on-accent");
  context.lineWidth = iconStroke;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const path of paths) context.stroke(new Path2D(path));
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
