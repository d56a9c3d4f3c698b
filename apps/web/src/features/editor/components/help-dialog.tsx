import type { ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { editorCommands } from "../commands/editor-commands.ts";
import { isMac } from "../is-mac.ts";
import { toKeyNames } from "../shortcut.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

const movement: readonly (readonly [string, readonly string[]])[] = [
  ["Orbit the view", ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]],
  ["Walk (in walk mode, with the 3D view focused)", ["w", "a", "s", "d"]],
  ["Fly (in fly mode), up and down", ["e", "q"]],
  ["Click to add to or remove from the selection", ["shift"]],
  ["Keep lines straight while drawing; ignore the grid while dragging", ["shift"]],
  ["Remove a focused corner (or Alt-click it)", ["Delete"]],
  ["Move the selection by 5 cm", ["alt+ArrowUp", "alt+ArrowRight"]],
  ["Move the selection by 50 cm", ["alt+shift+ArrowUp"]],
];

/** Keyboard shortcuts. */
export function HelpDialog() {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "help");
  const mac = isOpen && isMac();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "help" : null })}
      title="Keys"
      description="You can do everything without a mouse: the outline lists everything in the 3D view."
      width="wide"
    >
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {editorCommands.map(({ id, label, shortcut }) =>
          shortcut === null ? null : (
            <Row key={id} label={label}>
              <Keys names={toKeyNames(shortcut, mac)} />
            </Row>
          ),
        )}
        {movement.map(([label, shortcuts]) => (
          <Row key={label} label={label}>
            {shortcuts.map((shortcut) => (
              <Keys key={shortcut} names={toKeyNames(shortcut, mac)} />
            ))}
          </Row>
        ))}
      </dl>
    </Dialog>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-hairline py-2">
      <dt>{label}</dt>
      <dd className="flex shrink-0 flex-wrap justify-end gap-1.5">{children}</dd>
    </div>
  );
}

function Keys({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="inline-flex gap-0.5">
      {names.map((name) => (
        <kbd
          key={name}
          className="min-w-6 rounded-sharp border border-line bg-sunken px-1.5 text-center font-mono text-caption"
        >
          {name}
        </kbd>
      ))}
    </span>
  );
}
