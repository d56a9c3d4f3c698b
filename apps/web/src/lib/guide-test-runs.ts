import {
  type GuideTestResult,
  type GuideTestRun,
  guideTestRunMsMax,
  listGuideTests,
  runGuideTests,
} from "@blueprint/contract/guide-tests";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useMutation } from "@tanstack/react-query";
import { api } from "./api.ts";
import { dataQuery } from "./data-query.ts";
import { queryClient } from "./session.ts";

export function guideTestsQuery(blueprintId: BlueprintId) {
  return dataQuery(listGuideTests, { params: { blueprintId } });
}

export function useRunTests(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (withAnswers: boolean) => api(runGuideTests, { params: { blueprintId }, body: { withAnswers } }),
    onSuccess: () => reloadTests(blueprintId),
  });
}

export function reloadTests(blueprintId: BlueprintId): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: guideTestsQuery(blueprintId).queryKey });
}

/** Whether a test of the draft is in progress. */
export function isDraftTested(runs: readonly GuideTestRun[]): boolean {
  const [newest] = runs.filter(({ version }) => version === null);
  return (
    newest !== undefined && newest.endedAt === null && Date.now() - Date.parse(newest.startedAt) < guideTestRunMsMax
  );
}

/** How a run came out. */
export function describeRun({ results, total, endedAt, problem }: GuideTestRun): string {
  if (endedAt === null) return `${results.length} of ${total} asked`;
  if (problem === "place-gone") return "The version is gone";
  if (problem === "failed") return "Couldn't be completed";
  const count = (outcome: GuideTestResult["outcome"]) => results.filter((one) => one.outcome === outcome).length;
  const undecided = count("undecided");
  const passed = `${count("passed")} of ${total} passed`;
  if (problem === "service-unavailable") return `${passed}, then the AI service stopped answering`;
  return undecided === 0 ? passed : `${passed}, ${undecided} undecided`;
}

/** What was asked, and how. */
export function nameRun({ version, withAnswers }: GuideTestRun): string {
  return `${version === null ? "Draft" : `Version ${version}`}, ${withAnswers ? "with answers" : "by search"}`;
}
