import { limits } from "@blueprint/contract/limits";
import { claimRelations } from "@blueprint/contract/requests";
import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { toPlaceSlug } from "../../../lib/place-slug.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { claimablePlaceQuery, myClaimsQuery, useStartClaim } from "../claims.queries.ts";

type Relation = (typeof claimRelations)[number];

const relationLabels: Record<Relation, string> = {
  owner: "I own the venue",
  manager: "I run the venue",
  agent: "I act for its owner",
  other: "Something else",
};

/** Starts the claim of a place; prefilled with what the person wrote before they had an account. */
export function StartClaim({
  slug: asked,
  onStarted,
}: {
  readonly slug: string;
  readonly onStarted: (claimId: string) => void;
}) {
  const { teams } = useMe();
  const current = useCurrentTeam();
  const begun = useQuery(myClaimsQuery()).data?.begun ?? [];
  const known = begun.find(({ slug }) => slug === asked) ?? (asked === "" ? begun[0] : undefined);
  const receivers = teams.filter(
    ({ role, visitEndsAt }) => visitEndsAt === undefined && roleMay(role, "blueprint.edit"),
  );
  const [typed, setTyped] = useState<{ place?: string; relation?: Relation; statement?: string; teamId?: string }>({});
  const place = typed.place ?? known?.slug ?? asked;
  const relation = typed.relation ?? known?.relation ?? "owner";
  const statement = typed.statement ?? known?.statement ?? "";
  const team = receivers.find(({ teamId }) => teamId === (typed.teamId ?? current.teamId)) ?? receivers[0];
  const slug = toPlaceSlug(place);
  const found = useQuery({
    ...claimablePlaceQuery(slug),
    enabled: /^[a-z0-9-]{1,160}$/.test(slug),
    retry: false,
  });
  const start = useStartClaim();
  const change = (part: typeof typed) => setTyped({ ...typed, ...part });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (start.isPending || team === undefined) return;
    start.mutate(
      { slug, teamId: team.teamId, relation, statement },
      {
        onSuccess: ({ id }) => {
          setTyped({});
          onStarted(id);
        },
      },
    );
  };
  if (team === undefined)
    return <Notice>You need a team in which you may create blueprints. Ask its owner for another role.</Notice>;
  return (
    <form onSubmit={submit} className="grid max-w-xl gap-5">
      <TextField
        label="Link of the place"
        name="place"
        required
        autoComplete="off"
        spellCheck={false}
        hint={
          found.data === undefined ? (
            <>
              Enter the whole link, or the part after “b=”. Or <Link to="/search">find the place</Link>.
            </>
          ) : (
            <>
              That’s <b className="font-strong text-ink">{found.data.name}</b>
              {found.data.address === "" ? "." : `, ${found.data.address}.`}
            </>
          )
        }
        value={place}
        onChange={(event) => change({ place: event.target.value })}
        error={
          fieldError(start.error, "slug") ??
          (found.isError ? "No place is open to visitors at this address." : undefined)
        }
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label="Who you are"
          name="relation"
          options={claimRelations.map((value) => ({ value, label: relationLabels[value] }))}
          value={relation}
          onChange={(event) => change({ relation: event.target.value as Relation })}
        />
        <Select
          label="Team that receives it"
          name="team"
          options={receivers.map(({ teamId, name }) => ({ value: teamId, label: name }))}
          value={team.teamId}
          onChange={(event) => change({ teamId: event.target.value })}
        />
      </div>
      <TextArea
        label="What speaks for you"
        name="statement"
        optional
        rows={4}
        hint="The team that has the place and an operator read it. Don’t write anything confidential."
        maxLength={limits.messageCharactersMax}
        value={statement}
        onChange={(event) => change({ statement: event.target.value })}
        error={fieldError(start.error, "statement")}
      />
      {start.error !== null && fieldError(start.error, "slug") === undefined ? (
        <Notice tone="danger">{readableError(start.error)}</Notice>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={start.isPending}>
          Start claim
        </Button>
      </div>
    </form>
  );
}
