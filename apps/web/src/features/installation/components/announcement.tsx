import { useQuery } from "@tanstack/react-query";
import { installationQuery } from "../../../lib/installation.ts";
import { Notice } from "../../../ui/notice.tsx";

/** The operators' announcement, if there is one. */
export function Announcement() {
  const { data } = useQuery(installationQuery);
  if (data === undefined || data.announcement === "") return null;
  return (
    <div className="mb-6 max-w-5xl">
      <Notice title="From the operators of this installation">
        <p className="whitespace-pre-line">{data.announcement}</p>
      </Notice>
    </div>
  );
}
