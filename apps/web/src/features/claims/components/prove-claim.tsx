import type { Claim } from "@blueprint/contract/claims";
import { domainProofPath, domainProofPrefix } from "@blueprint/contract/web-domains";
import { useQuery } from "@tanstack/react-query";
import { AtSign, Globe, ScanLine } from "lucide-react";
import { type FormEvent, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { claimablePlaceQuery, useChooseDomain, useMailClaimLink, useProveClaim } from "../claims.queries.ts";

type Way = "code" | "mail" | "domain";

/** The ways to show that a person speaks for the venue. */
export function ProveClaim({ claim }: { readonly claim: Claim }) {
  const [way, setWay] = useState<Way>(
    claim.domain === null ? "code" : claim.domain.mailedTo === null ? "domain" : "mail",
  );
  const place = useQuery({ ...claimablePlaceQuery(claim.place.slug), enabled: claim.place.isOpen, retry: false });
  const domains = place.data?.domains ?? [];
  return (
    <section aria-label={`Prove the claim of ${claim.place.name}`} className="grid gap-4 border-t border-hairline pt-4">
      <RadioCards
        label="Prove it by"
        columns={3}
        value={way}
        onChange={setWay}
        options={[
          { value: "code", label: "Code", text: "From a sign or letter at the venue", icon: ScanLine },
          {
            value: "mail",
            label: "Mail",
            text: domains.length === 0 ? "The place publishes no web domain" : `To an address at ${domains[0]}`,
            icon: AtSign,
            isDisabled: domains.length === 0 && claim.domain?.mailedTo == null,
          },
          { value: "domain", label: "Web domain", text: "A DNS record or a page", icon: Globe },
        ]}
      />
      {way === "code" ? <CodeForm claim={claim} /> : null}
      {way === "mail" ? <MailForm claim={claim} domains={domains} /> : null}
      {way === "domain" ? <DomainForm claim={claim} domains={domains} /> : null}
    </section>
  );
}

function CodeForm({ claim }: { readonly claim: Claim }) {
  const [code, setCode] = useState("");
  const prove = useProveClaim(claim.id);
  return (
    <Row
      onSubmit={() => prove.mutate({ by: "code", code })}
      button="Use code"
      busy={prove.isPending}
      error={prove.error}
    >
      <TextField
        label="Code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder="7F3K-X9RM-2WPD"
        hint="Twelve letters and digits. Ask the team that has the place for one, or an operator for a letter to the venue."
        className="font-mono"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </Row>
  );
}

function MailForm({ claim, domains }: { readonly claim: Claim; readonly domains: readonly string[] }) {
  const [email, setEmail] = useState(claim.domain?.mailedTo ?? "");
  const mail = useMailClaimLink(claim.id);
  const sentTo = claim.domain?.mailedTo ?? null;
  return (
    <div className="grid gap-3">
      {sentTo === null ? null : (
        <Notice tone="good" title={`The link is on its way to ${sentTo}`}>
          Open it while you’re signed in here. It works for 24 hours.
        </Notice>
      )}
      <Row
        onSubmit={() => mail.mutate(email)}
        button={sentTo === null ? "Send link" : "Send again"}
        busy={mail.isPending}
        error={fieldError(mail.error, "email") === undefined ? mail.error : null}
      >
        <TextField
          label="Address at the venue"
          type="email"
          required
          autoComplete="off"
          hint={`The place publishes ${domains.join(", ")}. A mail anywhere else proves nothing.`}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fieldError(mail.error, "email")}
        />
      </Row>
    </div>
  );
}

function DomainForm({ claim, domains }: { readonly claim: Claim; readonly domains: readonly string[] }) {
  const [typed, setTyped] = useState(claim.domain?.name ?? domains[0] ?? "");
  const choose = useChooseDomain(claim.id);
  const prove = useProveClaim(claim.id);
  const { domain } = claim;
  const record = domain === null || domain.token === null ? null : domainProofPrefix + domain.token;
  return (
    <div className="grid gap-4">
      <Row
        onSubmit={() => {
          prove.reset();
          choose.mutate(typed);
        }}
        button={record === null ? "Get token" : "Change domain"}
        busy={choose.isPending}
        error={choose.error}
      >
        <TextField
          label="The venue’s web domain"
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          placeholder="museum.org"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Row>
      {record === null || domain === null ? null : (
        <div className="grid gap-3">
          <p className="text-pretty">
            Put this line into a TXT record of <b className="font-strong">{domain.name}</b>, or into the file{" "}
            <code className="font-mono text-caption wrap-anywhere">
              https://{domain.name}
              {domainProofPath}
            </code>
            .
          </p>
          <CopyField label="Line" value={record} action="Copy" />
          {domain.isNamed ? null : (
            <Notice>
              The place doesn’t publish this domain, so an operator checks that it’s the venue’s before the claim is
              accepted.
            </Notice>
          )}
          {prove.error === null ? null : <Notice tone="danger">{readableError(prove.error)}</Notice>}
          <div>
            <Button variant="primary" busy={prove.isPending} onClick={() => prove.mutate({ by: "domain" })}>
              Check now
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** A field with its button beside it, and what went wrong below. */
function Row({
  onSubmit,
  button,
  busy,
  error,
  children,
}: {
  readonly onSubmit: () => void;
  readonly button: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly children: React.ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="grid max-w-md gap-3">{children}</div>
      {error === null ? null : <Notice tone="danger">{readableError(error)}</Notice>}
      <div>
        <Button type="submit" busy={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}
