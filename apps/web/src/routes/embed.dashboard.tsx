import { createFileRoute } from "@tanstack/react-router";
import { EmbedPage } from "./-embed-page.tsx";

export const Route = createFileRoute("/embed/dashboard")({ component: EmbeddedDashboard });

function EmbeddedDashboard() {
  return <EmbedPage title="Numbers of a place">A venue's numbers, shown inside another site.</EmbedPage>;
}
