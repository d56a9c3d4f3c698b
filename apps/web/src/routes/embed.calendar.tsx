import { createFileRoute } from "@tanstack/react-router";
import { EmbedPage } from "./-embed-page.tsx";

export const Route = createFileRoute("/embed/calendar")({ component: EmbeddedCalendar });

function EmbeddedCalendar() {
  return <EmbedPage kind="calendar" />;
}
