import type { ScanProblemCode } from "@blueprint/contract/scan-problems";

/** A problem with the scan itself, named by its catalogue code; `detail` is for the report and the log, never a stack. */
export class ScanProblem extends Error {
  readonly code: ScanProblemCode;
  readonly detail: string | undefined;

  constructor(code: ScanProblemCode, detail?: string) {
    super(detail === undefined ? code : `${code}: ${detail}`);
    this.name = "ScanProblem";
    this.code = code;
    this.detail = detail;
  }
}
