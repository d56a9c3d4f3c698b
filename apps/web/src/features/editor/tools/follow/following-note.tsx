import { Button } from "../../../../ui/button.tsx";
import { useEditor, useEditorRoom, usePeople } from "../../use-editor-room.ts";
import { stopFollowing } from "./use-following.ts";

/** Names the person being followed, with a way to stop. */
export function FollowingNote() {
  const room = useEditorRoom();
  const followedClientId = useEditor((state) => state.followedClientId);
  const person = usePeople().find(({ clientId }) => clientId === followedClientId);
  if (person === undefined) return null;
  return (
    <div
      style={{ borderColor: person.colour }}
      className="pointer-events-none absolute inset-0 z-20 border-3"
      data-following={person.name}
    >
      <div
        style={{ borderColor: person.colour }}
        className="pointer-events-auto absolute bottom-20 left-1/2 flex -translate-x-1/2 items-center gap-3 rounded-soft border bg-sheet py-1 pr-1 pl-3 whitespace-nowrap shadow-overlay max-md:bottom-32"
      >
        <span>Following {person.name}</span>
        <Button size="small" onClick={() => stopFollowing(room)}>
          Stop
        </Button>
      </div>
    </div>
  );
}
