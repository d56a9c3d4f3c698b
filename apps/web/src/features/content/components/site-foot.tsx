import { Link } from "@tanstack/react-router";
import { Logo } from "../../../ui/logo.tsx";
import { ThemeChoice } from "../../../ui/theme-choice.tsx";
import { footGroups } from "../site-links.ts";

/** Footer of the public pages, with links to all of them. */
export function SiteFoot() {
  return (
    <>
      <nav aria-label="All pages" className="grid w-full grid-cols-2 gap-x-6 gap-y-8 pt-4 sm:grid-cols-4">
        {footGroups.map(({ title, links }) => (
          <section key={title} aria-label={title} className="grid content-start gap-2">
            <h2 className="text-caption font-strong text-ink">{title}</h2>
            <ul className="grid gap-0.5">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="inline-flex py-1 hover:text-ink hover:underline pointer-coarse:py-2">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="mt-4 flex w-full flex-wrap items-center justify-between gap-4 border-t border-hairline pt-5">
        <Logo />
        <ThemeChoice />
      </div>
    </>
  );
}
