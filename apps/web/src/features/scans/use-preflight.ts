import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import { useEffect, useState } from "react";

export type Preflight =
  | { readonly status: "idle" }
  | { readonly status: "reading" }
  | { readonly status: "usable"; readonly report: PreflightReport }
  /** A picture that may be a photograph: usable once the user says it's a floor plan. */
  | { readonly status: "open"; readonly takeAsPlan: () => void }
  | {
      readonly status: "unusable";
      readonly problem: ScanProblemCode;
      /** The invalid file within an archive. */
      readonly part: string | undefined;
    }
  /** The file couldn't be opened: moved, locked or on a disconnected disk. */
  | { readonly status: "unreadable" };

/** Checks a chosen file before anything is sent. */
export function usePreflight(file: File | null): Preflight {
  const [result, setResult] = useState<Look & { readonly file: File | null }>({
    file: null,
    preflight: { status: "idle" },
    isOpenPicture: false,
  });
  const [plan, setPlan] = useState<File | null>(null);
  useEffect(() => {
    if (file === null) return;
    let isCurrent = true;
    void look(file).then((found) => {
      if (isCurrent) setResult({ ...found, file });
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (file === null) return { status: "idle" };
  if (result.file !== file) return { status: "reading" };
  return settlePicture(result.preflight, result.isOpenPicture, plan === file, () => setPlan(file));
}

interface Look {
  readonly preflight: Preflight;
  readonly isOpenPicture: boolean;
}

/** Holds back a picture that may be a photograph until the user says it's a floor plan. */
export function settlePicture(
  preflight: Preflight,
  isOpenPicture: boolean,
  isPlan: boolean,
  takeAsPlan: () => void,
): Preflight {
  return preflight.status === "usable" && isOpenPicture && !isPlan ? { status: "open", takeAsPlan } : preflight;
}

async function look(file: File): Promise<Look> {
  const closed = (preflight: Preflight): Look => ({ preflight, isOpenPicture: false });
  // Loaded with the first file: most visits never need the readers.
  const [{ preflight }, { toByteSource }, { ScanProblem }, { isOpenPicture }] = await Promise.all([
    import("@blueprint/scans/preflight"),
    import("@blueprint/scans/byte-source"),
    import("@blueprint/scans/scan-problem"),
    import("@blueprint/scans/photograph"),
  ]);
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    return closed({ status: "unreadable" });
  }
  try {
    const report = await preflight(toByteSource(file, file.name));
    return { preflight: { status: "usable", report }, isOpenPicture: isOpenPicture(report.format, file.name) };
  } catch (error) {
    if (!(error instanceof ScanProblem)) return closed({ status: "unreadable" });
    return closed({ status: "unusable", problem: error.code, part: error.part });
  }
}
