import { CircleHelp } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";

type Rows = readonly (readonly [how: string, what: string])[];

/** How one moves: a way of moving, the plan, or the inside of a panorama. */
export type HelpTopic = "orbit" | "walk" | "fly" | "plan" | "panorama";

const gamepad = "Gamepad: left stick, right stick";
const measuring = ["M, then click, tap or Enter", "measure; Enter sets a point at the dot"] as const;
const topics: Record<HelpTopic, { readonly title: string; readonly rows: Rows }> = {
  orbit: {
    title: "Around the place",
    rows: [
      ["Drag, one finger, arrow keys", "turn"],
      ["Right button, Shift + drag, two fingers", "move sideways"],
      ["Wheel, pinch, + and −", "come nearer, go further"],
      measuring,
    ],
  },
  walk: {
    title: "On foot",
    rows: [
      ["W A S D, arrow up and down", "walk; Shift: faster"],
      ["Drag, one finger, arrow left and right", "look around"],
      ["Click or tap the floor", "go there"],
      ["Thumb pad on a touch screen", "walk"],
      [gamepad, "walk, look around"],
      ["Gamepad: A", "go to the dot"],
      measuring,
    ],
  },
  fly: {
    title: "Flying",
    rows: [
      ["W A S D, arrow up and down", "fly; Shift: faster"],
      ["E, Q", "rise, sink"],
      ["Drag, one finger, arrow left and right", "look around"],
      ["Wheel", "faster, slower"],
      ["Thumb pad, two fingers", "fly, move sideways"],
      [gamepad, "fly, look around"],
      ["Gamepad: triggers, A", "rise and sink, go to the dot"],
      measuring,
    ],
  },
  plan: {
    title: "Seen from above",
    rows: [
      ["Drag, one finger, arrow keys", "move the plan"],
      ["Wheel, pinch, + and −", "zoom"],
      ["Click or tap, Enter", "go there"],
    ],
  },
  panorama: {
    title: "Inside a panorama",
    rows: [
      ["Drag, one finger, arrow keys", "look around"],
      ["Wheel, pinch, + and −", "zoom"],
      ["A mark on the floor, W, A, S, D", "to the panorama there"],
      ["Page Up, Page Down", "previous, next panorama"],
    ],
  },
};
const everywhere: Rows = [
  ["O, V, F, P", "orbit, walk, fly, plan"],
  ["Home", "back to the start"],
  ["Tab, arrow keys, Enter", "choose a place from the list"],
  ["Esc", "close the place"],
  ["?", "this help"],
];

/** Keys and gestures for the way one moves now, behind a button. */
export function ViewerHelp({
  topic,
  isOpen,
  onOpenChange,
}: {
  readonly topic: HelpTopic;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) {
  const { title, rows } = topics[topic];
  return (
    <Popover
      label="Keys and gestures"
      wide
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={<IconButton label="Keys and gestures" icon={CircleHelp} tooltipSide="bottom" />}
    >
      <div className="grid max-h-[70dvh] gap-4 overflow-y-auto p-4">
        <Section title={title} rows={rows} />
        <Section title="Everywhere" rows={everywhere} />
      </div>
    </Popover>
  );
}

function Section({ title, rows }: { readonly title: string; readonly rows: Rows }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-strong">{title}</h3>
      <dl className="divide-y divide-hairline border-y border-hairline">
        {rows.map(([how, what]) => (
          <div key={how} className="grid grid-cols-[3fr_2fr] gap-x-3 py-1.5">
            <dt className="font-mono text-caption leading-5">{how}</dt>
            <dd className="text-ink-soft">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
