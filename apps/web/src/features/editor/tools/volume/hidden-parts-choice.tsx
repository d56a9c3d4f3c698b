import { useEditor, useEditorRoom } from "../../use-editor-room.ts";

/** Shows what volumes hide, for this user only, and says who else could still download it. */
export function HiddenPartsChoice() {
  const { store } = useEditorRoom();
  const isOn = useEditor((state) => state.areHiddenPartsShown);
  return (
    <div className="grid gap-1.5">
      <label className="flex items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={isOn}
          onChange={() => store.setState({ areHiddenPartsShown: !isOn })}
        />
        Show me the hidden parts
      </label>
      <p className="text-caption text-ink-soft text-pretty">
        Visitors don't see hidden parts, but the files their browsers load still contain them.
      </p>
    </div>
  );
}
