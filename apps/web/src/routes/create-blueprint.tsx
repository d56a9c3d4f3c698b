import { limits } from "@blueprint/contract/limits";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { keepSearch } from "../lib/search-text.ts";
import { AppLayout } from "./-app-layout.tsx";
import { CreateBlueprintScreen } from "./-create-blueprint-screen.tsx";

/** A venue that was found in the search, to begin with. WGS 84 degrees. */
const searchSchema = z.object({
  name: z.string().max(limits.blueprintNameCharactersMax).optional().catch(undefined),
  address: z.string().max(limits.addressCharactersMax).optional().catch(undefined),
  latitude: z.coerce.number().min(-90).max(90).optional().catch(undefined),
  longitude: z.coerce.number().min(-180).max(180).optional().catch(undefined),
});

export const Route = createFileRoute("/create-blueprint")({
  validateSearch: keepSearch(searchSchema),
  component: CreateBlueprint,
});

function CreateBlueprint() {
  return (
    <AppLayout>
      <CreateBlueprintScreen venue={searchSchema.parse(Route.useSearch())} />
    </AppLayout>
  );
}
