/** The map's design tokens as colours that WebGL libraries can parse: `rgba(r,g,b,a)`. */
export interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly grid: string;
  readonly city: string;
  readonly text: string;
  readonly textHalo: string;
}

const tokens: Record<keyof MapColours, string> = {
  water: "--sunken",
  land: "--sheet",
  coast: "--line",
  border: "--hairline",
  grid: "--grid",
  city: "--line",
  text: "--ink-soft",
  textHalo: "--sheet",
};

/** Reads the tokens' current values in the theme of `element`. */
export function readMapColours(element: HTMLElement): MapColours {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const probe = document.createElement("span");
  element.append(probe);
  // Drawing a pixel lets the browser convert any colour it supports to red, green and blue.
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    if (context === null) return getComputedStyle(probe).color;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
    return `rgba(${[red, green, blue].join(",")},${alpha / 255})`;
  };
  const colours = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, read(token)]));
  probe.remove();
  return colours as Record<keyof MapColours, string>;
}
