import type { AppContext } from "../../platform/app-context.ts";
import { findCity } from "./find-city.ts";
import { listPlacesWithoutCity, setCity } from "./publishing.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Finds the cities of places that an earlier release published. Runs daily and at start. */
    "find-cities": Record<string, never>;
  }
}

const placesPerBatch = 200;

export async function findCities({ db }: Pick<AppContext, "db">): Promise<void> {
  for (;;) {
    const places = await listPlacesWithoutCity(db, placesPerBatch);
    for (const { blueprintId, number, latitude, longitude } of places)
      await setCity(db, blueprintId, number, findCity(latitude, longitude));
    if (places.length < placesPerBatch) return;
  }
}
