import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { headLinks } from "../site-links.ts";

/** Header of the public pages. */
export function SiteHead() {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <>
      <Link to="/" aria-label="Blueprint, go to the home page">
        <Logo />
      </Link>
      <nav aria-label="Pages" className="ml-auto hidden md:block">
        <ul className="flex gap-1">
          {headLinks.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-flex h-9 items-center rounded-sharp px-3 text-ink-soft transition-colors duration-120 hover:text-ink aria-[current=page]:font-strong aria-[current=page]:text-accent"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center gap-2">
        <Button asChild>
          {isSignedIn ? <Link to="/dashboard">Your blueprints</Link> : <Link to="/login">Sign in</Link>}
        </Button>
        <div className="md:hidden">
          <Menu trigger={<IconButton label="Pages" icon={MenuIcon} />}>
            {headLinks.map(({ to, label }) => (
              <MenuItem key={to} asChild>
                <Link to={to}>{label}</Link>
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
    </>
  );
}
