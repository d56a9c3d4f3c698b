import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { HelpScreen } from "../features/content/components/help-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { SupportLine } from "../features/installation/components/support-line.tsx";
import { ContactForm } from "../features/requests/components/contact-form.tsx";
import { keepSearch } from "../lib/search-text.ts";

const search = z.object({ q: z.string().max(100).optional().catch(undefined) });

export const Route = createFileRoute("/help")({
  validateSearch: keepSearch(search),
  component: Help,
});

function Help() {
  const { q = "" } = search.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <SitePage path="/help">
      <HelpScreen
        query={q}
        onQuery={(next) => void navigate({ search: next === "" ? {} : { q: next }, replace: true, resetScroll: false })}
        contact={
          <div className="grid gap-4">
            <ContactForm />
            <SupportLine lead="Prefer email?" />
          </div>
        }
      />
    </SitePage>
  );
}
