import { type Industry, industries } from "@blueprint/contract/users";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SitePage } from "../features/content/components/site-page.tsx";
import { DiscoverScreen } from "../features/discover/components/discover-screen.tsx";
import { keepSearch } from "../lib/search-text.ts";

const search = z.object({
  q: z.string().max(100).optional().catch(undefined),
  industry: z.enum(industries).optional().catch(undefined),
  map: z
    .literal("true")
    .transform(() => true as const)
    .optional()
    .catch(undefined),
});

export const Route = createFileRoute("/discover")({ validateSearch: keepSearch(search), component: Discover });

function Discover() {
  const { q = "", industry, map: isMapChosen = false } = search.parse(Route.useSearch());
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
