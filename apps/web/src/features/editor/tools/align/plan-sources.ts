import type { ScanPlan } from "@blueprint/contract/scans";
import type { Plan } from "@blueprint/scene/plan";
import type { ViewerScan } from "../../../viewer/viewer.ts";

/** A drawing that can be placed on a storey. */
export interface PlanSource {
  readonly scanId: string;
  /** 1-based. */
  readonly page: number;
  readonly name: string;
  /** False for walls detected in a scan. */
  readonly isDrawing: boolean;
  readonly widthMetres: number;
  readonly heightMetres: number;
}

export interface PlanPicture {
  readonly url: string;
  /** Drawn as an image; otherwise only its lines are drawn, in the theme's ink. */
  readonly isPicture: boolean;
}

/** Every drawing in the scans: sheets of plans, and walls detected in other scans. */
export function listPlanSources(
  scans: readonly (Pick<ViewerScan, "id" | "kind" | "delivery"> & { readonly name: string })[],
): PlanSource[] {
  return scans.flatMap(({ id, name, delivery: { plans } }) =>
    plans.map(({ extent }, index) => ({
      scanId: id,
      page: index + 1,
      isDrawing: isPicture(plans[index]!),
      name: plans.length > 1 ? `${name}, sheet ${index + 1}` : name,
      widthMetres: extent.max[0] - extent.min[0],
      heightMetres: extent.max[1] - extent.min[1],
    })),
  );
}

/** A plan's image; null while its scan is missing. */
export function findPlanPicture(
  { scanId, page }: Pick<Plan, "scanId" | "page">,
  scans: readonly Pick<ViewerScan, "id" | "delivery">[],
): PlanPicture | null {
  const plan = scans.find(({ id }) => id === scanId)?.delivery.plans[page - 1];
  return plan === undefined ? null : { url: plan.url, isPicture: isPicture(plan) };
}

// Sheets of uploaded plans set the flag; walls detected in a scan are drawn in the theme's ink.
function isPicture(plan: ScanPlan & { readonly isPicture?: boolean | undefined }): boolean {
  return plan.isPicture === true;
}
