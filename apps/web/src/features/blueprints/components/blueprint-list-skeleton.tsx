import { Skeleton } from "../../../ui/skeleton.tsx";

/** Columns of blueprints as sheets. */
export const sheetGridClass = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4";

/** In place of a list of blueprints that is loading. */
export function BlueprintListSkeleton({ view }: { readonly view: "grid" | "table" }) {
  return (
    <div role="status" aria-label="Loading blueprints" className="grid gap-5">
      <Skeleton className="h-4 w-full" />
      {view === "grid" ? (
        <div className={sheetGridClass}>
          {["first", "second", "third"].map((key) => (
            <div key={key} className="border border-hairline">
              <Skeleton className="aspect-[16/10] w-full rounded-none" />
              <div className="h-[7.25rem]" />
            </div>
          ))}
        </div>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </div>
  );
}
