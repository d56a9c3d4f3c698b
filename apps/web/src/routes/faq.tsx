import { createFileRoute } from "@tanstack/react-router";
import { FaqScreen } from "../features/content/components/faq-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";

export const Route = createFileRoute("/faq")({ component: Faq });

function Faq() {
  return (
    <SitePage path="/faq">
      <FaqScreen />
    </SitePage>
  );
}
