import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SitePage } from "../features/content/components/site-page.tsx";
import { SearchScreen } from "../features/discover/components/search-screen.tsx";
import { keepSearch } from "../lib/search-text.ts";

const search = z.object({ q: z.string().max(100).optional().catch(undefined) });

export const Route = createFileRoute("/search")({
  validateSearch: keepSearch(search),
  component: Search,
});

function Search() {
  const { q = "" } = search.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <SitePage path="/search">
      <SearchScreen
        search={q}
        onSearch={(next) =>
          void navigate({ search: next === "" ? {} : { q: next }, replace: true, resetScroll: false })
        }
      />
    </SitePage>
  );
}
