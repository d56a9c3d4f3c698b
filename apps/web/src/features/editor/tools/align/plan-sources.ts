import type { ScanPlan } from "@blueprint/contract/scans";
import type { Plan } from "@blueprint/scene/plan";
import type { ViewerScan } from "../../../viewer/viewer.ts";

/** A drawing that can be laid onto a floor. */
export interface PlanSource {
  readonly scanId: string;
  /** From 1. */
  readonly page: number;
  readonly name: string;
  /** False for walls that were found in a scan. */
  readonly isDrawing: boolean;
  readonly widthMetres: number;
  readonly heightMetres: number;
}

export interface PlanPicture {
  readonly url: string;
  /** Drawn as it is; otherwise only its lines count, in the theme's ink. */
  readonly isPicture: boolean;
}

/** Every drawing that scans bring along: the sheets of plans, and walls that were found in other scans. */
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

/** The picture of a plan; null while its scan is not there. */
export function findPlanPicture(
  { scanId, page }: Pick<Plan, "scanId" | "page">,
  scans: readonly Pick<ViewerScan, "id" | "delivery">[],
): PlanPicture | null {
  const plan = scans.find(({ id }) => id === scanId)?.delivery.plans[page - 1];
  return plan === undefined ? null : { url: plan.url, isPicture: isPicture(plan) };
}

// Sheets of uploaded plans say so; walls found in a scan are drawn in the theme's ink.
function isPicture(plan: ScanPlan & { readonly isPicture?: boolean | undefined }): boolean {
  return plan.isPicture === true;
}
