import type { Blueprint, Place } from "@blueprint/contract/blueprints";
import { roleMay } from "@blueprint/contract/roles";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useCreateBlueprint } from "../features/blueprints/blueprints.queries.ts";
import { type BlueprintDraft, BlueprintFields } from "../features/blueprints/components/blueprint-fields.tsx";
import { PlaceFields } from "../features/blueprints/components/place-fields.tsx";
import { proposeName } from "../features/blueprints/propose-name.ts";
import type { ChosenFile } from "../features/scans/choose-file.ts";
import { PreflightCard } from "../features/scans/components/preflight-card.tsx";
import { ScanDrop } from "../features/scans/components/scan-drop.tsx";
import { describeScanRefusal, useCreateScan } from "../features/scans/scans.queries.ts";
import { transfers } from "../features/scans/transfers.store.ts";
import { usePreflight } from "../features/scans/use-preflight.ts";
import { teamUsageQuery } from "../features/teams/teams.queries.ts";
import { useCurrentTeam } from "../lib/current-team.ts";
import { fieldError, readableError } from "../lib/readable-error.ts";
import { useMe } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** Creates a place with its first scan. The upload continues in the editor. */
export function CreateBlueprintScreen() {
  const team = useCurrentTeam();
  const { onboarding } = useMe();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<BlueprintDraft>({
    name: "",
    industry: onboarding.industry ?? "retail",
  });
  const [place, setPlace] = useState<Place>({ address: "", latitude: null, longitude: null });
  const [isNameMissing, setNameMissing] = useState(false);
  const [isPlaceInvalid, setPlaceInvalid] = useState(false);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [proposedName, setProposedName] = useState("");
  const preflight = usePreflight(chosen?.file ?? null);
  const [frame, setFrame] = useState<FrameAnswers>({});
  const mayMake = roleMay(team.role, "blueprint.edit");
  const usage = useQuery({ ...teamUsageQuery(team.teamId), enabled: mayMake }).data;
  const storageLeftBytes = usage?.storageRoomBytes ?? undefined;
  // Kept if the scan is refused after the blueprint was created: a retry must not create a second one.
  const [made, setMade] = useState<Blueprint | null>(null);
  const createBlueprint = useCreateBlueprint();
  const createScan = useCreateScan();

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

  const isBusy = createBlueprint.isPending || createScan.isPending;
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

  const create = async () => {
    const blueprint =
      made ??
      (await createBlueprint.mutateAsync({
        teamId: team.teamId,
        name: draft.name,
        industry: draft.industry,
        place,
      }));
    setMade(blueprint);
    if (chosen !== null && preflight.status === "usable") {
      const scan = await createScan.mutateAsync({
        blueprintId: blueprint.id,
        file: chosen.file,
        preflight: preflight.report,
        frame,
      });
      transfers.begin(scan, blueprint.name, chosen.file, chosen.handle);
    }
    await navigate({ to: "/blueprint-editor/{-$id}", params: { id: blueprint.id } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlocked) return;
    if (draft.name.trim() === "") {
      setNameMissing(true);
      document.querySelector<HTMLInputElement>("input[name=name]")?.focus();
      return;
    }
    // The mutations' own errors are shown.
    create().catch(() => undefined);
  };

  const { error } = createBlueprint;
  const nameError = isNameMissing && draft.name.trim() === "" ? "Enter a name." : fieldError(error, "name");
  const addressError = fieldError(error, "place.address");
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
                createScan.reset();
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
      {/* Stays in view however long the form is. */}
      <div className="sticky bottom-0 z-10 mt-8 grid gap-4 border-t border-hairline bg-paper py-4 max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-md:py-2.5">
        {error && !nameError && !addressError ? <Notice tone="danger">{readableError(error)}</Notice> : null}
        {createScan.error && made ? (
          <Notice
            tone="danger"
            action={
              <Button asChild>
                <Link to="/blueprint-editor/{-$id}" params={{ id: made.id }}>
                  Open without a scan
                </Link>
              </Button>
            }
          >
            {made.name} was created, but its scan wasn't accepted. {describeScanRefusal(createScan.error)}
          </Notice>
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" size="large" busy={isBusy} disabled={isBlocked}>
            {made === null ? "Create blueprint" : "Try again"}
          </Button>
          <Button variant="quiet" asChild>
            <Link to="/dashboard">Back</Link>
          </Button>
        </div>
      </div>
    </form>
  );
}
