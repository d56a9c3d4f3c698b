import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SitePage } from "../features/content/components/site-page.tsx";
import { SearchScreen } from "../features/discover/components/search-screen.tsx";

export const Route = createFileRoute("/search")({
  validateSearch: z.object({ q: z.coerce.string().max(100).optional().catch(undefined) }),
  component: Search,
});

function Search() {
  const { q = "" } = Route.useSearch();
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
