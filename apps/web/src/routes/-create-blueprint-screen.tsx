import type { Place } from "@blueprint/contract/blueprints";
import { roleMay } from "@blueprint/contract/roles";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type BlueprintDraft, BlueprintFields } from "../features/blueprints/components/blueprint-fields.tsx";
import { PlaceFields } from "../features/blueprints/components/place-fields.tsx";
import { proposeName } from "../features/blueprints/propose-name.ts";
import type { ChosenFile } from "../features/scans/choose-file.ts";
import { PreflightCard } from "../features/scans/components/preflight-card.tsx";
import { ScanDrop } from "../features/scans/components/scan-drop.tsx";
import { usePreflight } from "../features/scans/use-preflight.ts";
import { teamUsageQuery } from "../features/teams/teams.queries.ts";
import { useCurrentTeam } from "../lib/current-team.ts";
import { fieldError } from "../lib/readable-error.ts";
import { useMe } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { NewBlueprintActions } from "./-new-blueprint-actions.tsx";
import { useNewBlueprint } from "./-use-new-blueprint.ts";

/** Creates a place with its first scan. The upload continues in the editor. */
export function CreateBlueprintScreen({
  venue,
}: {
  /** What the form begins with. */
  readonly venue: {
    readonly name?: string | undefined;
    readonly address?: string | undefined;
    readonly latitude?: number | undefined;
    readonly longitude?: number | undefined;
  };
}) {
  const team = useCurrentTeam();
  const { onboarding } = useMe();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<BlueprintDraft>({
    name: venue.name ?? "",
    industry: onboarding.industry ?? "retail",
  });
  const [place, setPlace] = useState<Place>({
    address: venue.address ?? "",
    latitude: venue.longitude === undefined ? null : (venue.latitude ?? null),
    longitude: venue.latitude === undefined ? null : (venue.longitude ?? null),
  });
  const [isNameMissing, setNameMissing] = useState(false);
  const [isPlaceInvalid, setPlaceInvalid] = useState(false);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [proposedName, setProposedName] = useState("");
  const preflight = usePreflight(chosen?.file ?? null);
  const [frame, setFrame] = useState<FrameAnswers>({});
  const mayMake = roleMay(team.role, "blueprint.edit");
  const usage = useQuery({ ...teamUsageQuery(team.teamId), enabled: mayMake }).data;
  const storageLeftBytes = usage?.storageRoomBytes ?? undefined;
  const { made, isBusy, blueprintError, scanError, create, forgetScanError } = useNewBlueprint();

  if (!mayMake)
    return (
      <EmptyState
        title="Only editors can create blueprints"
        action={
          <Button asChild>
            <Link to="/dashboard">Go to blueprints</Link>
          </Button>
        }
      >
        Your role in {team.name} can't create blueprints. Ask an owner or admin of the team.
      </EmptyState>
    );

  const isBlocked = (chosen !== null && preflight.status !== "usable") || isPlaceInvalid;

  /** Names the place after the file, until the user names it. */
  const choose = (next: ChosenFile | null) => {
    setChosen(next);
    if (made !== null) return;
    const proposal = next === null ? "" : (proposeName(next.file.name) ?? "");
    setProposedName(proposal);
    setDraft((current) =>
      current.name === "" || current.name === proposedName ? { ...current, name: proposal } : current,
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlocked) return;
    if (draft.name.trim() === "") {
      setNameMissing(true);
      document.querySelector<HTMLInputElement>("input[name=name]")?.focus();
      return;
    }
    const scan =
      chosen === null || preflight.status !== "usable" ? null : { chosen, preflight: preflight.report, frame };
    // The errors are shown.
    create({ teamId: team.teamId, name: draft.name, industry: draft.industry, place }, scan)
      .then((id) => navigate({ to: "/blueprint-editor/{-$id}", params: { id } }))
      .catch(() => undefined);
  };

  const nameError = isNameMissing && draft.name.trim() === "" ? "Enter a name." : fieldError(blueprintError, "name");
  const addressError = fieldError(blueprintError, "place.address");
  return (
    <form onSubmit={submit} className="max-w-5xl" noValidate>
      <title>New blueprint · Blueprint</title>
      <PageHead title="New blueprint">{team.isPersonal ? "In your own team" : `In ${team.name}`}</PageHead>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[20rem_1fr]">
        <fieldset disabled={made !== null} className="contents">
          <BlueprintFields draft={draft} onChange={setDraft} errors={{ name: nameError }} />
        </fieldset>
        <div className="grid gap-1.5">
          <p className="flex items-baseline gap-1.5">
            <span className="font-strong">First scan</span>
            <span className="text-caption text-ink-soft">optional, you can add it later</span>
          </p>
          {chosen === null ? (
            <ScanDrop onFile={choose} />
          ) : (
            <PreflightCard
              file={chosen.file}
              preflight={preflight}
              storageLeftBytes={storageLeftBytes}
              frame={frame}
              onFrame={setFrame}
              onRemove={() => {
                choose(null);
                setFrame({});
                forgetScanError();
              }}
            />
          )}
        </div>
        <section aria-labelledby="place-heading" className="grid gap-4 border-t border-hairline pt-6 lg:col-span-2">
          <h2 id="place-heading" className="flex items-baseline gap-1.5">
            <span className="font-strong">Where it is</span>
            <span className="text-caption text-ink-soft">optional, you can change it later</span>
          </h2>
          <fieldset disabled={made !== null} className="contents">
            <PlaceFields
              place={place}
              onChange={setPlace}
              onInvalid={setPlaceInvalid}
              addressError={addressError}
              className="grid gap-x-10 gap-y-5 lg:grid-cols-[20rem_1fr]"
            />
          </fieldset>
        </section>
      </div>
      <NewBlueprintActions
        made={made}
        isBusy={isBusy}
        isBlocked={isBlocked}
        blueprintError={nameError || addressError ? null : blueprintError}
        scanError={scanError}
      />
    </form>
  );
}
