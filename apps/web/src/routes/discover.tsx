import { type Industry, industries } from "@blueprint/contract/users";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SitePage } from "../features/content/components/site-page.tsx";
import { DiscoverScreen } from "../features/discover/components/discover-screen.tsx";

export const Route = createFileRoute("/discover")({
  validateSearch: z.object({
    q: z.coerce.string().max(100).optional().catch(undefined),
    industry: z.enum(industries).optional().catch(undefined),
  }),
  component: Discover,
});

function Discover() {
  const { q = "", industry } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (next: { search?: string; industry?: Industry | undefined }) => {
    const wanted = { search: q, industry, ...next };
    void navigate({
      search: {
        ...(wanted.search === "" ? {} : { q: wanted.search }),
        ...(wanted.industry === undefined ? {} : { industry: wanted.industry }),
      },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <SitePage path="/discover">
      <DiscoverScreen search={q} industry={industry} onChange={change} />
    </SitePage>
  );
}
