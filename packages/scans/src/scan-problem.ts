import type { ScanProblemCode } from "@blueprint/contract/scan-problems";

/** A problem with the scan itself, by catalogue code; `detail` is for the report and the log, never a stack trace. */
export class ScanProblem extends Error {
  readonly code: ScanProblemCode;
  readonly detail: string | undefined;
  /** Name of the faulty file in an archive, as the person knows it. */
  readonly part: string | undefined;

  constructor(code: ScanProblemCode, detail?: string, part?: string) {
    super(detail === undefined ? code : `${code}: ${detail}`);
    this.name = "ScanProblem";
    this.code = code;
    this.detail = detail;
    this.part = part?.slice(0, 200);
  }
}
