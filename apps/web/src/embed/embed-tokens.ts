/** The app's colours of the same names, for a page that doesn't have its style sheet. */
export const embedTokens = `
  --paper: light-dark(oklch(0.98 0.006 85), oklch(0.235 0.056 260));
  --sheet: light-dark(oklch(0.995 0.003 85), oklch(0.272 0.062 259));
  --ink: light-dark(oklch(0.27 0.06 262), oklch(0.958 0.012 230));
  --line: light-dark(oklch(0.6 0.035 258), oklch(0.62 0.065 250));
  --hairline: light-dark(oklch(0.885 0.012 250), oklch(0.375 0.065 257));
  --grid: light-dark(oklch(0.945 0.011 250), oklch(0.312 0.066 258));
  --accent: light-dark(oklch(0.46 0.17 259), oklch(0.81 0.105 235));
  --accent-strong: light-dark(oklch(0.38 0.16 261), oklch(0.88 0.075 232));
  --on-accent: light-dark(oklch(0.992 0.004 85), oklch(0.22 0.06 260));
`;
