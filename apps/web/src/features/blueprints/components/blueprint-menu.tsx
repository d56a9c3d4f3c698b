import type { Blueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { roleMay, type TeamRole } from "@blueprint/contract/roles";
import { Link } from "@tanstack/react-router";
import {
  Archive,
  ArchiveRestore,
  ChartColumn,
  Clock,
  Ellipsis,
  Eye,
  FolderOutput,
  Handshake,
  MapPin,
  MessageCircleQuestionMark,
  Pencil,
  QrCode,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { type BlueprintMove, useMoveBlueprint } from "../blueprints.queries.ts";
import { DetailsDialog } from "./details-dialog.tsx";
import { PlaceDialog } from "./place-dialog.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";
import { VisitorInfoDialog } from "./visitor-info-dialog.tsx";

const done: Record<BlueprintMove, (name: string) => { title: string; description?: string }> = {
  archived: (name) => ({
    title: `${name} archived`,
    description: "Visitors can't open it any more. Everything in it is kept.",
  }),
  binned: (name) => ({
    title: `${name} moved to the bin`,
    description: `You can restore it for ${limits.binKeptDays} days.`,
  }),
  restored: (name) => ({ title: `${name} restored` }),
};

/** Actions on a blueprint in a list. Each move can be undone from its toast. */
export function BlueprintMenu({
  blueprint,
  role,
  className,
}: {
  readonly blueprint: Blueprint;
  readonly role: TeamRole;
  readonly className?: string;
}) {
  const move = useMoveBlueprint();
  const [open, setOpen] = useState<"details" | "place" | "visitors" | "transfer" | null>(null);
  const isAway = blueprint.state === "archived" || blueprint.state === "binned";

  // Not as mutation callbacks: they unmount with this menu, which disappears with its blueprint.
  const moveTo = (to: BlueprintMove): Promise<void> =>
    move.mutateAsync({ blueprintId: blueprint.id, to }).then(
      () => {
        const { title, description } = done[to](blueprint.name);
        toasts.add({
          title,
          description,
          ...(to === "restored" ? {} : { action: { label: "Undo", run: () => void moveTo("restored") } }),
        });
      },
      (error: unknown) => {
        toasts.add({
          title: `Couldn't move ${blueprint.name}`,
          description: readableError(error),
          variant: "destructive",
        });
      },
    );

  const canEdit = roleMay(role, "blueprint.edit");
  const canTransfer = roleMay(role, "blueprint.transfer") && blueprint.state !== "binned";
  const canVisit = blueprint.publishedVersion !== null && !isAway;
  // Once it was published, there are visits to count.
  const canSeeNumbers = roleMay(role, "answer.see") && blueprint.latestVersion > 0;
  if (!canEdit && !canVisit && !canSeeNumbers) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`More actions for ${blueprint.name}`}
            icon={Ellipsis}
            size="small"
            {...(className ? { className } : {})}
          />
        }
      >
        {canVisit ? (
          <MenuItem asChild>
            <Link to="/webxr" search={{ b: blueprint.slug }}>
              <Eye size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
              View as visitor
            </Link>
          </MenuItem>
        ) : null}
        {canEdit && !isAway ? (
          <MenuItem asChild>
            <Link to="/blueprints/$id/ai-studio" params={{ id: blueprint.id }}>
              <MessageCircleQuestionMark size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
              AI studio
            </Link>
          </MenuItem>
        ) : null}
        {canSeeNumbers ? (
          <MenuItem asChild>
            <Link to="/dashboard" search={{ numbers: blueprint.id }}>
              <ChartColumn size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
              Visitor numbers
            </Link>
          </MenuItem>
        ) : null}
        {canVisit && canEdit ? (
          <MenuItem asChild>
            <Link to="/venue-materials" search={{ blueprint: blueprint.id }}>
              <QrCode size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
              Signs
            </Link>
          </MenuItem>
        ) : null}
        {canEdit && !isAway ? (
          <MenuItem icon={Pencil} onSelect={() => setOpen("details")}>
            Details
          </MenuItem>
        ) : null}
        {canEdit && !isAway ? (
          <MenuItem icon={MapPin} onSelect={() => setOpen("place")}>
            Address and place
          </MenuItem>
        ) : null}
        {canEdit && !isAway ? (
          <MenuItem icon={Clock} onSelect={() => setOpen("visitors")}>
            Opening hours and facts
          </MenuItem>
        ) : null}
        {canEdit && isAway ? (
          <MenuItem icon={ArchiveRestore} onSelect={() => void moveTo("restored")}>
            Restore
          </MenuItem>
        ) : null}
        {canEdit && !isAway ? (
          <MenuItem icon={Archive} onSelect={() => void moveTo("archived")}>
            Archive
          </MenuItem>
        ) : null}
        {canTransfer && blueprint.latestVersion > 0 ? (
          <MenuItem asChild>
            <Link to="/dashboard" search={{ claims: blueprint.id }}>
              <Handshake size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
              Claims
            </Link>
          </MenuItem>
        ) : null}
        {canTransfer ? (
          <MenuItem icon={FolderOutput} onSelect={() => setOpen("transfer")}>
            Move to another team…
          </MenuItem>
        ) : null}
        {roleMay(role, "blueprint.delete") && blueprint.state !== "binned" ? (
          <MenuItem icon={Trash2} danger onSelect={() => void moveTo("binned")}>
            Move to bin
          </MenuItem>
        ) : null}
      </Menu>
      {canEdit ? (
        <>
          <DetailsDialog blueprint={blueprint} open={open === "details"} onOpenChange={() => setOpen(null)} />
          <PlaceDialog blueprint={blueprint} open={open === "place"} onOpenChange={() => setOpen(null)} />
          <VisitorInfoDialog blueprint={blueprint} open={open === "visitors"} onOpenChange={() => setOpen(null)} />
          <TransferDialog blueprint={blueprint} open={open === "transfer"} onOpenChange={() => setOpen(null)} />
        </>
      ) : null}
    </>
  );
}
