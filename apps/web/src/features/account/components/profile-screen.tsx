import { Link } from "@tanstack/react-router";
import { formatDate } from "../../../lib/format.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { PersonPhoto } from "../../../ui/person-photo.tsx";

/** The signed-in user's profile. */
export function ProfileScreen() {
  const { profile, teams, isOperator, photoUrl } = useMe();
  const facts = [
    ["Username", profile.username],
    ["Email", profile.email],
    ["Member since", formatDate(profile.createdDate)],
    ["Referral code", profile.referralCode],
    ["Referral link", `${window.location.origin}/?ref=${profile.referralCode}`],
    ...(isOperator ? [["Operator", "Runs this installation"]] : []),
  ] as const;
  return (
    <div className="max-w-2xl">
      <title>Profile · Blueprint</title>
      <PageHead
        title="Profile"
        actions={
          <Button asChild>
            <Link to="/settings" search={{ section: "account" }}>
              Edit in the settings
            </Link>
          </Button>
        }
      />
      <div className="mb-6 flex items-center gap-4">
        <PersonPhoto name={profile.name} url={photoUrl} size="large" />
        <p className="min-w-0 text-lead font-strong wrap-anywhere">{profile.name}</p>
      </div>
      <dl className="border border-line bg-sheet">
        {facts.map(([label, value]) => (
          <div
            key={label}
            className="grid gap-x-4 border-b border-hairline px-4 py-3 last:border-b-0 sm:grid-cols-[10rem_1fr]"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-8 mb-3 text-lead font-strong">Teams</h2>
      <ul className="divide-y divide-hairline border border-line bg-sheet">
        {teams.map((team) => (
          <li key={team.teamId} className="flex justify-between gap-4 px-4 py-3">
            <span className="min-w-0 wrap-anywhere">{team.name}</span>
            <span className="shrink-0 text-ink-soft first-letter:uppercase">{team.role}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
