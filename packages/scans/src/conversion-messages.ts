import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { ConversionProgress, ScanReport } from "@blueprint/contract/scan-report";
import type { ConversionJob } from "./conversion.ts";

/** Sent once by the runner to its child. */
export interface StartMessage {
  readonly type: "start";
  readonly job: ConversionJob;
}

/** Sent by the child: any number of progress messages, then one of the others. */
export type ChildMessage =
  | { readonly type: "progress"; readonly progress: ConversionProgress }
  | { readonly type: "done"; readonly report: ScanReport }
  | { readonly type: "problem"; readonly code: ScanProblemCode; readonly detail: string | undefined };
