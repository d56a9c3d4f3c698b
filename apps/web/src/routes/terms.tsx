import { createFileRoute } from "@tanstack/react-router";
import { LegalScreen } from "../features/content/components/legal-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { termsParts } from "../features/content/legal.ts";

export const Route = createFileRoute("/terms")({ component: Terms });

function Terms() {
  return (
    <SitePage path="/terms">
      <LegalScreen title="What you can expect, and what we expect of you." parts={termsParts}>
        Plain terms for using an installation of Blueprint. They are written to be read.
      </LegalScreen>
    </SitePage>
  );
}
