import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { demoVenue } from "../demo-venue.ts";
import { DemoPage } from "./demo-page.tsx";

export interface StudioEntry {
  readonly id: string;
  /** 1-based, as in the list of anchors. */
  readonly number: number;
  readonly title: string;
  readonly text: string;
}

const entries: readonly StudioEntry[] = demoVenue.anchors.map(({ id, title, text }, index) => ({
  id,
  number: index + 1,
  title,
  text,
}));

/** The studio without its live part: a plain search over the demo venue's own content. */
export function DemoStudio({
  renderSearch,
}: {
  readonly renderSearch: (entries: readonly StudioEntry[]) => ReactNode;
}) {
  return (
    <DemoPage>
      <title>Demo venue: AI studio · Blueprint</title>
      <PageHead
        title="AI studio"
        actions={
          <Button asChild>
            <Link to="/blueprint-editor/{-$id}" search>
              Open the editor
            </Link>
          </Button>
        }
      >
        {demoVenue.name}
      </PageHead>
      <div className="grid max-w-3xl gap-6">
        <p className="max-w-prose text-ink-soft text-pretty">
          With an account, the guide answers from what a blueprint's anchors say, and cites them. Here you can search
          the same texts word by word. No AI is used.
        </p>
        {renderSearch(entries)}
      </div>
    </DemoPage>
  );
}
