import { Link, useLocation } from "@tanstack/react-router";
import { Blocks, CircleUser, DraftingCompass, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { AppPage } from "../../../ui/app-page.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { DemoNotice } from "./demo-notice.tsx";

/** The page around signed-in screens, without a session. Keeps the search params, so that each screen opens on the demo venue. */
export function DemoPage({ children }: { readonly children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const items = [
    { label: "Blueprints", icon: Blocks, to: "/dashboard" },
    { label: "Editor", icon: DraftingCompass, to: "/blueprint-editor/{-$id}" },
    { label: "New blueprint", icon: Plus, to: "/create-blueprint" },
    { label: "Profile", icon: CircleUser, to: "/profile" },
  ] as const;
  return (
    <AppPage
      brand={
        <Link to="/" aria-label="Blueprint home" className="inline-flex">
          <Logo />
        </Link>
      }
      items={items.map((item) => ({ ...item, search: true, isCurrent: pathname === item.to }))}
      actions={
        <Link
          to="/login"
          className="inline-flex items-center font-strong text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          Sign in
        </Link>
      }
    >
      <DemoNotice className="mb-6" />
      {children}
    </AppPage>
  );
}
