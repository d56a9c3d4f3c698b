import { Dialog } from "../../../ui/dialog.tsx";

const groups: readonly { readonly title: string; readonly rows: readonly (readonly [string, string])[] }[] = [
  {
    title: "Around the place (orbit)",
    rows: [
      ["Drag, one finger, arrow keys", "turn"],
      ["Right button, Shift + drag, two fingers, Shift + arrow keys", "move sideways"],
      ["Wheel, pinch, + and −", "come nearer, go further"],
    ],
  },
  {
    title: "In the place (walk)",
    rows: [
      ["W A S D, arrow up and down", "walk"],
      ["Arrow left and right, drag", "look around"],
      ["Shift", "walk faster"],
      ["Click or tap the floor", "go there"],
    ],
  },
  {
    title: "Seen from above (plan)",
    rows: [
      ["Drag, one finger, arrow keys", "move the plan"],
      ["Wheel, pinch, + and −", "zoom"],
      ["Click or tap, Enter", "go there"],
    ],
  },
  {
    title: "Everywhere",
    rows: [
      ["O, V, P", "orbit, walk, plan"],
      ["Home, in the 3D view", "back to the start"],
      ["Tab, arrow keys, Enter", "choose a place from the list and go there"],
      ["Esc", "close the place"],
      ["?", "this help"],
    ],
  },
];

/** Keys and gestures of the viewer. */
export function ViewerHelp({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange} title="Keys and gestures" width="wide">
      <div className="grid gap-6">
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 font-strong">{title}</h3>
            <dl className="divide-y divide-hairline border-y border-hairline">
              {rows.map(([keys, effect]) => (
                <div key={keys} className="grid gap-x-4 py-1.5 sm:grid-cols-[3fr_2fr]">
                  <dt className="font-mono text-caption leading-5">{keys}</dt>
                  <dd className="text-ink-soft">{effect}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
