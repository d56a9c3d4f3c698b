import type { AppContext } from "../../platform/app-context.ts";
import type { JobGroup, JobHandlers } from "../../platform/jobs/job-runner.ts";
import { reviewLimits, reviewPlans } from "./plan-changes.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Starts and ends plans on time. */
    "review-plans": Record<string, never>;
    /** Checks the limits of every team. */
    "review-limits": Record<string, never>;
  }
}

export function planJobHandlers(context: AppContext): JobHandlers {
  return {
    "review-plans": () => reviewPlans(context),
    "review-limits": () => reviewLimits(context),
  };
}

export const planJobSchedule: NonNullable<JobGroup["schedule"]> = [
  { job: "review-plans", at: "*/5 * * * *" },
  { job: "review-limits", at: "41 4 * * *" },
];
