import { type AuditEvent, auditActions } from "@blueprint/contract/audit";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { complain } from "../../../lib/complain.ts";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { SectionHead } from "../../../ui/section-head.tsx";
import { Select } from "../../../ui/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type AuditFilter, auditEventsQuery, readAllAuditEvents } from "../audit.queries.ts";
import { toAuditCsv } from "../audit-csv.ts";

const kinds = [
  { value: "", label: "Everything" },
  { value: "team", label: "Team" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "blueprint", label: "Blueprints" },
  { value: "plan", label: "Plan" },
  { value: "key", label: "API keys" },
  { value: "webhook", label: "Webhooks" },
  { value: "workflow", label: "Workflows" },
  { value: "task", label: "Tasks" },
];
const dayMs = 24 * 3_600_000;
const spans = [
  { value: "", label: "Any time" },
  { value: "1", label: "Last 24 hours" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
];

/** The team's audit log: what was done, by whom, when and from where. For owners and admins. */
export function AuditLog() {
  const team = useCurrentTeam();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [span, setSpan] = useState("");
  const list = useInfiniteQuery(auditEventsQuery(team.teamId, filter));
  const actors = list.data?.pages[0]?.actors ?? [];
  const change = (name: keyof AuditFilter, value: string | undefined) => {
    const { [name]: _, ...rest } = filter;
    setFilter((value === undefined || value === "" ? rest : { ...rest, [name]: value }) as AuditFilter);
  };
  return (
    <section aria-labelledby="audit-log" className="grid gap-4">
      <SectionHead id="audit-log" title="Audit log" text={<>Who did what in {team.name}, when and from where.</>}>
        <Exports filter={filter} />
      </SectionHead>
      <div className="flex flex-wrap gap-2">
        <Select
          compact
          label="What"
          options={kinds}
          value={filter.action ?? ""}
          onChange={(event) => change("action", event.target.value)}
        />
        <Select
          compact
          label="Who"
          options={[{ value: "", label: "Everyone" }, ...actors.map(({ id, name }) => ({ value: id, label: name }))]}
          value={filter.actorId ?? ""}
          onChange={(event) => change("actorId", event.target.value)}
        />
        <Select
          compact
          label="When"
          options={spans}
          value={span}
          onChange={(event) => {
            setSpan(event.target.value);
            const days = Number(event.target.value);
            change("from", days === 0 ? undefined : new Date(Date.now() - days * dayMs).toISOString());
          }}
        />
      </div>
      <PagedList
        list={list}
        toItems={(page) => page.events}
        toKey={({ id }) => id}
        renderItem={(event) => <AuditRow event={event} />}
        renderTotal={(total) => <p className="text-caption text-ink-soft">{formatAmount(total, "entry", "entries")}</p>}
        pending={<Skeleton className="h-64" />}
        nothing={<p className="border border-line bg-sheet px-4 py-4 text-ink-soft">No matching entries.</p>}
        listClass="divide-y divide-hairline border border-line bg-sheet"
      />
    </section>
  );
}

function AuditRow({ event }: { readonly event: AuditEvent }) {
  const { actorName, action, subjectName, details, at, ipAddress, userAgent } = event;
  const facts = Object.entries(details).filter(([, value]) => value !== null);
  return (
    <div className="grid gap-0.5 px-4 py-2.5">
      <p className="wrap-anywhere">
        <span className="font-strong">{actorName}</span> · {auditActions[action]}
        {subjectName === "" || subjectName === actorName ? "" : `: ${subjectName}`}
      </p>
      {facts.length > 0 ? (
        <p className="font-mono text-caption wrap-anywhere text-ink-soft">
          {facts.map(([name, value]) => `${name}: ${value}`).join(", ")}
        </p>
      ) : null}
      <p className="text-caption text-ink-soft" title={userAgent ?? undefined}>
        {formatDateTime(at)}
        {ipAddress === null ? "" : ` from ${ipAddress}`}
      </p>
    </div>
  );
}

function Exports({ filter }: { readonly filter: AuditFilter }) {
  const team = useCurrentTeam();
  const [isBusy, setBusy] = useState(false);
  const save = async (form: "csv" | "json") => {
    setBusy(true);
    try {
      const events = await readAllAuditEvents(team.teamId, filter);
      if (form === "csv") downloadText(`${team.name} audit log.csv`, "text/csv", toAuditCsv(events));
      else downloadText(`${team.name} audit log.json`, "application/json", JSON.stringify(events, null, 2));
    } catch (error) {
      complain("Couldn't export the log", error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex gap-2">
      <Button busy={isBusy} onClick={() => void save("csv")}>
        <Download aria-hidden="true" strokeWidth={1.5} />
        CSV
      </Button>
      <Button busy={isBusy} onClick={() => void save("json")}>
        JSON
      </Button>
    </div>
  );
}
