import type { NearMe } from "../use-near-me.ts";

const notes = {
  off: "",
  asking: "Waiting for your browser to share your position.",
  refused:
    "Your browser didn’t share your position, so the order is unchanged. Allow it in the browser’s settings for this site, then try again.",
  unknown: "Your browser couldn’t find your position, so the order is unchanged. Try again, or choose a city.",
  on: "Nearest first; places without a pin are left out. Your position is rounded to about 100 m and isn’t stored.",
} as const;

/** What became of the visitor's position. */
export function NearMeNote({ nearMe: { state } }: { readonly nearMe: NearMe }) {
  return (
    <p role="status" className="max-w-2xl text-ink-soft text-pretty empty:hidden">
      {notes[state]}
    </p>
  );
}
