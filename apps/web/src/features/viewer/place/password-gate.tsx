import { openPlace, type PublishedBlueprint } from "@blueprint/contract/published";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../../lib/api.ts";
import { visitorError } from "../../../lib/visitor-texts/visitor-error.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { keepPass } from "./place-pass.ts";
import type { PlaceEyes } from "./visitor-search.ts";

/** Password prompt of a protected place. */
export function PasswordGate({
  slug,
  eyes: { key, as },
  onOpen,
}: {
  readonly slug: string;
  readonly eyes: PlaceEyes;
  readonly onOpen: (place: PublishedBlueprint) => void;
}) {
  const wording = useWording();
  const { t } = wording;
  const [password, setPassword] = useState("");
  const open = useMutation({
    mutationFn: () => api(openPlace, { params: { slug }, query: { key, as }, body: { password } }),
    onSuccess: ({ pass, place }) => {
      keepPass(slug, pass);
      onOpen(place);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    open.mutate();
  };
  return (
    <main id="content" tabIndex={-1} className="sheet-grid grid min-h-dvh place-items-center p-5 outline-none">
      <title>{`${t("password.pageTitle")} · Blueprint`}</title>
      <form
        onSubmit={onSubmit}
        className="grid w-full max-w-sm gap-5 rounded-soft border border-line bg-sheet p-6 shadow-overlay"
      >
        <a href="/" aria-label={t("page.home")} className="justify-self-start">
          <Logo />
        </a>
        <div className="grid gap-1">
          <h1 className="text-lead font-strong">{t("password.title")}</h1>
          <p className="text-ink-soft">{t("password.text")}</p>
        </div>
        <PasswordField
          label={t("password.label")}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={open.error === null ? undefined : visitorError(open.error, wording)}
        />
        <Button type="submit" variant="primary" busy={open.isPending} disabled={password === ""}>
          {t("password.open")}
        </Button>
      </form>
    </main>
  );
}
