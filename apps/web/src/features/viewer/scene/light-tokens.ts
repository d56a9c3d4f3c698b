/** Lighting of the scene, the same in both themes: it falls on scans, not on the interface. */
export const skyLight = "#ffffff";
export const groundLight = "#7c7f8a";
