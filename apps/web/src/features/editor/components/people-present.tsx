import { formatAmount } from "../../../lib/format.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useEditor, useEditorRoom, usePeople } from "../use-editor-room.ts";
import { PersonBadge } from "./person-badge.tsx";

const shownMax = 4;

/** Other people in this blueprint right now. */
export function PeoplePresent() {
  const { userId, store } = useEditorRoom();
  const followedClientId = useEditor((state) => state.followedClientId);
  // Several tabs count as one person, and the user's own tabs don't count.
  const others = usePeople().filter((person) => person.userId !== userId);
  const named = [...new Map(others.map((person) => [person.userId, person])).values()];
  if (named.length === 0) return null;
  const rest = named.slice(shownMax);
  return (
    <ul
      aria-label="People here"
      className="flex shrink-0 items-center -space-x-1.5 max-sm:[&>li:nth-child(n+3)]:hidden"
    >
      {named.slice(0, shownMax).map((person) => (
        <li key={person.userId}>
          <Tooltip
            text={followedClientId === person.clientId ? `Stop following ${person.name}` : `Follow ${person.name}`}
            side="bottom"
          >
            <button
              type="button"
              aria-pressed={followedClientId === person.clientId}
              className="block rounded-full aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-accent"
              onClick={() =>
                store.setState({ followedClientId: followedClientId === person.clientId ? null : person.clientId })
              }
            >
              <PersonBadge name={person.name} colour={person.colour} />
              <span className="sr-only">Follow {person.name}</span>
            </button>
          </Tooltip>
        </li>
      ))}
      {rest.length === 0 ? null : (
        <li className="pl-2.5 font-mono text-caption text-ink-soft">
          <Tooltip text={rest.map(({ name }) => name).join(", ")} side="bottom">
            <span>
              <span aria-hidden="true">+{rest.length}</span>
              <span className="sr-only">and {formatAmount(rest.length, "other")}</span>
            </span>
          </Tooltip>
        </li>
      )}
    </ul>
  );
}
