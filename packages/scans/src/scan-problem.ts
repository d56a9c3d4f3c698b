import type { ScanProblemCode } from "@blueprint/contract/scan-problems";

/** A problem with the scan itself, named by its catalogue code; `detail` is for the report and the log, never a stack. */
export class ScanProblem extends Error {
  readonly code: ScanProblemCode;
  readonly detail: string | undefined;
  /** The file of an archive that is at fault, for the person: its name as they know it. */
  readonly part: string | undefined;

  constructor(code: ScanProblemCode, detail?: string, part?: string) {
    super(detail === undefined ? code : `${code}: ${detail}`);
    this.name = "ScanProblem";
    this.code = code;
    this.detail = detail;
    this.part = part?.slice(0, 200);
  }
}
