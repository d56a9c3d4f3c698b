import { createFileRoute } from "@tanstack/react-router";
import { EmbedPage } from "./-embed-page.tsx";

export const Route = createFileRoute("/embed/dashboard")({ component: EmbeddedDashboard });

function EmbeddedDashboard() {
  return <EmbedPage kind="dashboard" />;
}
