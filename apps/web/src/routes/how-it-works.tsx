import { createFileRoute } from "@tanstack/react-router";
import { HowItWorksScreen } from "../features/content/components/how-it-works-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";

export const Route = createFileRoute("/how-it-works")({ component: HowItWorks });

function HowItWorks() {
  return (
    <SitePage path="/how-it-works">
      <HowItWorksScreen picture={<VenueDrawing />} />
    </SitePage>
  );
}
