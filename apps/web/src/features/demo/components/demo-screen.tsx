import type { ReactNode } from "react";
import { DemoCreate } from "./demo-create.tsx";
import { DemoDashboard } from "./demo-dashboard.tsx";
import { DemoEditor } from "./demo-editor.tsx";
import { DemoPage } from "./demo-page.tsx";
import { DemoProfile } from "./demo-profile.tsx";
import { DemoStudio, type StudioEntry } from "./demo-studio.tsx";

/** Maps a protected screen's path to its demo on the demo venue. */
export function DemoScreen({
  pathname,
  fileCheck,
  renderSearch,
}: {
  readonly pathname: string;
  /** Checks one of the visitor's own files in the browser. */
  readonly fileCheck: ReactNode;
  readonly renderSearch: (entries: readonly StudioEntry[]) => ReactNode;
}) {
  const path = pathname.toLowerCase();
  if (path.startsWith("/blueprint-editor") || path.startsWith("/blueprinteditor")) return <DemoEditor />;
  if (path.startsWith("/blueprints/")) return <DemoStudio renderSearch={renderSearch} />;
  return (
    <DemoPage>
      {path.startsWith("/create-blueprint") ? (
        <DemoCreate fileCheck={fileCheck} />
      ) : path.startsWith("/profile") ? (
        <DemoProfile />
      ) : (
        <DemoDashboard />
      )}
    </DemoPage>
  );
}
