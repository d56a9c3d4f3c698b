import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { LegalScreen } from "../features/content/components/legal-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { toPrivacyParts } from "../features/content/legal.ts";
import { MeasurementChoice } from "../features/measurement/components/measurement-choice.tsx";
import { isMeasured } from "../features/measurement/measurement.store.ts";
import { installationQuery } from "../lib/installation.ts";

export const Route = createFileRoute("/privacy")({ component: Privacy });

function Privacy() {
  const { data: installation } = useQuery(installationQuery);
  return (
    <SitePage path="/privacy">
      <LegalScreen
        title="What is stored, and who decides."
        parts={toPrivacyParts(isMeasured, installation)}
        extras={{ counting: <MeasurementChoice /> }}
      >
        Blueprint runs on its operator’s server. This page describes what the software does with your data.
      </LegalScreen>
    </SitePage>
  );
}
