import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { describeReading, documentsQuery, type ShownDocument } from "../documents.ts";

/** The PDFs that visitors can search, with what was read of each. */
export function DocumentList({
  blueprintId,
  documents,
}: {
  readonly blueprintId: BlueprintId;
  readonly documents: readonly ShownDocument[];
}) {
  const fileIds = documents.map(({ fileId }) => fileId);
  const { data, error, refetch } = useQuery(documentsQuery(blueprintId, fileIds));
  return (
    <section aria-labelledby="documents" className="grid content-start gap-4">
      <h2 id="documents" className="text-lead font-strong">
        Documents
      </h2>
      {error === null ? null : <ErrorPanel message={error.message} onRetry={() => void refetch()} />}
      <ul aria-label="Documents" className="grid gap-2">
        {documents.map(({ fileId, name }) => (
          <li
            key={fileId}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-sharp border border-line bg-sheet px-4 py-3"
          >
            <FileText size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 text-ink-soft" />
            <div className="grid gap-1">
              <h3 className="font-strong break-words">{name}</h3>
              {data === undefined ? null : (
                <p className="text-ink-soft text-pretty">
                  {describeReading(data.documents.find((read) => read.fileId === fileId))}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
