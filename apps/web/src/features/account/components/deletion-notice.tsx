import { Link, useLocation } from "@tanstack/react-router";
import { formatDate } from "../../../lib/format.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Reminds users who scheduled their account for deletion, on every screen except the one that cancels it. */
export function DeletionNotice() {
  const { deletionDueAt } = useMe();
  const { search } = useLocation();
  if (deletionDueAt === null || search.section === "data") return null;
  return (
    <div className="mb-6 max-w-4xl">
      <Notice
        tone="attention"
        title={`Your account will be deleted on ${formatDate(deletionDueAt)}`}
        action={
          <Button size="small" asChild>
            <Link to="/settings" search={{ section: "data" }}>
              Keep account
            </Link>
          </Button>
        }
      />
    </div>
  );
}
