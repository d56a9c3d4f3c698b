import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { HelpScreen } from "../features/content/components/help-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { SupportLine } from "../features/installation/components/support-line.tsx";
import { ContactForm } from "../features/requests/components/contact-form.tsx";

export const Route = createFileRoute("/help")({
  validateSearch: z.object({ q: z.coerce.string().max(100).optional().catch(undefined) }),
  component: Help,
});

function Help() {
  const { q = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SitePage path="/help">
      <HelpScreen
        query={q}
        onQuery={(next) => void navigate({ search: next === "" ? {} : { q: next }, replace: true, resetScroll: false })}
        contact={
          <div className="grid gap-4">
            <ContactForm />
            <SupportLine lead="Rather by e-mail?" />
          </div>
        }
      />
    </SitePage>
  );
}
