import { useSession } from "../../../lib/session.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";

const reasons = { "not-open": "notOpen", "no-address": "noAddress" } as const;

/** Why the place can't be shown, and what to do. */
export function ClosedPlace({
  reason,
  isSignInOffered = false,
}: {
  readonly reason: keyof typeof reasons;
  /** Users return to the same URL after signing in. */
  readonly isSignInOffered?: boolean;
}) {
  const { t } = useWording();
  const page = reasons[reason];
  const title = t(`closed.${page}.title`);
  const live = useSession();
  return (
    <SheetPage
      head={
        <a href="/" aria-label={t("page.home")}>
          <Logo />
        </a>
      }
    >
      <title>{`${title} · Blueprint`}</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong text-balance">{title}</h1>
        <p className="text-pretty">{t(`closed.${page}.text`)}</p>
        <p className="text-ink-soft text-pretty">{t(`closed.${page}.todo`)}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button asChild>
            <a href="/">{t("page.goHome")}</a>
          </Button>
          {isSignInOffered && live.status === "anonymous" ? (
            <Button asChild variant="quiet">
              <a href={`/login?next=${encodeURIComponent(location.pathname + location.search)}`}>{t("page.signIn")}</a>
            </Button>
          ) : null}
        </div>
      </div>
    </SheetPage>
  );
}
