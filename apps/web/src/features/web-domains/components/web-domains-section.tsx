import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SectionHead } from "../../../ui/section-head.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAddWebDomain, webDomainsQuery } from "../web-domains.queries.ts";
import { WebDomainRow } from "./web-domain-row.tsx";

/** The team's web domains, which short links and signs can lead to. For owners and admins. */
export function WebDomainsSection() {
  const team = useCurrentTeam();
  const list = useQuery(webDomainsQuery(team.teamId));
  return (
    <section aria-labelledby="web-domains" className="grid gap-3">
      <SectionHead
        id="web-domains"
        title="Web domains"
        text={`Short links and signs of ${team.name} can lead to addresses of domains that you confirm here.`}
      >
        {null}
      </SectionHead>
      <AddDomain />
      {list.isPending ? (
        <Skeleton className="h-24" />
      ) : list.data === undefined ? (
        <LoadFailure query={list} />
      ) : list.data.domains.length === 0 ? (
        <p className="border border-line bg-sheet px-4 py-4 text-ink-soft">
          No domains yet. Without one, links lead to your places only, so that nobody can misuse them.
        </p>
      ) : (
        <ul className="divide-y divide-hairline border border-line bg-sheet">
          {list.data.domains.map((domain) => (
            <WebDomainRow key={domain.id} webDomain={domain} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AddDomain() {
  const team = useCurrentTeam();
  const [domain, setDomain] = useState("");
  const add = useAddWebDomain(team.teamId);
  const problem = fieldError(add.error, "domain");
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(domain, { onSuccess: () => setDomain("") });
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Domain"
          className="w-full sm:w-80"
          placeholder="museum.example.com"
          required
          maxLength={300}
          autoCapitalize="none"
          spellCheck={false}
          value={domain}
          error={problem}
          onChange={(event) => setDomain(event.target.value)}
        />
        <Button type="submit" busy={add.isPending} className="sm:mt-6.5">
          Add domain
        </Button>
      </div>
      {add.error === null || problem !== undefined ? null : <Notice tone="danger">{readableError(add.error)}</Notice>}
    </form>
  );
}
