import { type Industry, industries } from "@blueprint/contract/users";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SitePage } from "../features/content/components/site-page.tsx";
import { DiscoverScreen } from "../features/discover/components/discover-screen.tsx";

export const Route = createFileRoute("/discover")({
  validateSearch: z.object({
    q: z.coerce.string().max(100).optional().catch(undefined),
    industry: z.enum(industries).optional().catch(undefined),
    map: z.literal(true).optional().catch(undefined),
  }),
  component: Discover,
});

function Discover() {
  const { q = "", industry, map: isMapChosen = false } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (next: { search?: string; industry?: Industry | undefined; isMapChosen?: boolean }) => {
    const wanted = { search: q, industry, isMapChosen, ...next };
    void navigate({
      search: {
        ...(wanted.search === "" ? {} : { q: wanted.search }),
        ...(wanted.industry === undefined ? {} : { industry: wanted.industry }),
        ...(wanted.isMapChosen ? { map: true as const } : {}),
      },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <SitePage path="/discover">
      <DiscoverScreen search={q} industry={industry} isMapChosen={isMapChosen} onChange={change} />
    </SitePage>
  );
}
