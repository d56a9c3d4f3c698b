import { useNavigate } from "@tanstack/react-router";
import { LogOut, UserRound } from "lucide-react";
import { useMe } from "../../../lib/session.ts";
import { setTheme, type Theme, useTheme } from "../../../lib/theme.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { PersonPhoto } from "../../../ui/person-photo.tsx";
import { useSignOut } from "../session.queries.ts";
import { sessionMessages } from "../session-messages.ts";

const themeOptions = [
  { value: "system", label: "Match system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const satisfies readonly { value: Theme; label: string }[];

/** The signed-in user, with their personal links. */
export function UserMenu() {
  const { profile, photoUrl } = useMe();
  const theme = useTheme();
  const navigate = useNavigate();
  const signOut = useSignOut();

  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${profile.name}`}
          className="flex h-9 w-full min-w-0 items-center gap-2.5 rounded-sharp px-2 text-left hover:bg-sunken max-md:-mr-2.5 max-md:size-11 max-md:justify-center max-md:px-0"
        >
          <PersonPhoto name={profile.name} url={photoUrl} />
          <span className="truncate max-md:hidden">{profile.name}</span>
        </button>
      }
    >
      <div className="grid gap-0.5 px-2.5 py-2">
        <span className="truncate font-strong">{profile.name}</span>
        <span className="truncate text-caption text-ink-soft">{profile.email}</span>
      </div>
      <MenuSeparator />
      <MenuItem icon={UserRound} onSelect={() => void navigate({ to: "/profile" })}>
        Profile
      </MenuItem>
      <MenuSeparator />
      <MenuChoices label="Theme" value={theme} options={themeOptions} onChange={setTheme} />
      <MenuSeparator />
      <MenuItem
        icon={LogOut}
        onSelect={() =>
          signOut.mutate("/login", {
            onError: () => {
              toasts.add({ title: sessionMessages.signOut, variant: "destructive" });
            },
          })
        }
      >
        Sign out
      </MenuItem>
    </Menu>
  );
}
