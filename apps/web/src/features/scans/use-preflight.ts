import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import { useEffect, useState } from "react";

export type Preflight =
  | { readonly status: "idle" }
  | { readonly status: "reading" }
  | { readonly status: "usable"; readonly report: PreflightReport }
  | {
      readonly status: "unusable";
      readonly problem: ScanProblemCode;
      /** The file of an archive that is at fault. */
      readonly part: string | undefined;
    }
  /** The file could not be opened at all: moved, locked or on a disk that is gone. */
  | { readonly status: "unreadable" };

/** Looks at a chosen file before a byte of it is sent. */
export function usePreflight(file: File | null): Preflight {
  const [result, setResult] = useState<{ readonly file: File | null; readonly preflight: Preflight }>({
    file: null,
    preflight: { status: "idle" },
  });
  useEffect(() => {
    if (file === null) return;
    let isCurrent = true;
    void look(file).then((preflight) => {
      if (isCurrent) setResult({ file, preflight });
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (file === null) return { status: "idle" };
  return result.file === file ? result.preflight : { status: "reading" };
}

async function look(file: File): Promise<Preflight> {
  // Fetched with the first file: most visits never need the readers.
  const [{ preflight }, { toByteSource }, { ScanProblem }] = await Promise.all([
    import("@blueprint/scans/preflight"),
    import("@blueprint/scans/byte-source"),
    import("@blueprint/scans/scan-problem"),
  ]);
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    return { status: "unreadable" };
  }
  try {
    return { status: "usable", report: await preflight(toByteSource(file, file.name)) };
  } catch (error) {
    if (!(error instanceof ScanProblem)) return { status: "unreadable" };
    return { status: "unusable", problem: error.code, part: error.part };
  }
}
