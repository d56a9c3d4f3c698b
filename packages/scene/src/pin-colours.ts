/** Colours offered for pins, sRGB: distinguishable from each other and legible under white numbers. */
export const pinColours = [
  { value: "#b3261e", label: "Red" },
  { value: "#b25e00", label: "Orange" },
  { value: "#1f7a3d", label: "Green" },
  { value: "#7a3db8", label: "Violet" },
  { value: "#5b6470", label: "Grey" },
] as const;
