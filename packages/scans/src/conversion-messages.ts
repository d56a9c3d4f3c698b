import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { ConversionProgress, ScanReport } from "@blueprint/contract/scan-report";
import type { ConversionJob } from "./conversion.ts";

/** What the runner sends to its child, once. */
export interface StartMessage {
  readonly type: "start";
  readonly job: ConversionJob;
}

/** What the child sends back: any number of progresses, then one of the others. */
export type ChildMessage =
  | { readonly type: "progress"; readonly progress: ConversionProgress }
  | { readonly type: "done"; readonly report: ScanReport }
  | { readonly type: "problem"; readonly code: ScanProblemCode; readonly detail: string | undefined };
