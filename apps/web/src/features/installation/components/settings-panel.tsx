import { useQuery } from "@tanstack/react-query";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { installationSettingsQuery } from "../installation-settings.queries.ts";
import { EnvironmentList } from "./environment-list.tsx";
import { MailTest } from "./mail-test.tsx";
import { PushState } from "./push-state.tsx";
import { SettingsChanges } from "./settings-changes.tsx";
import { SettingsEditor } from "./settings-editor.tsx";

/** Settings that operators change at runtime. */
export function SettingsPanel() {
  const settings = useQuery(installationSettingsQuery);
  if (settings.isPending) return <Skeleton className="h-96" />;
  if (settings.data === undefined)
    return (
      <Notice tone="danger" action={<Button onClick={() => void settings.refetch()}>Try again</Button>}>
        {readableError(settings.error)}
      </Notice>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <SettingsEditor view={settings.data} />
      <MailTest mailGoesTo={settings.data.mailGoesTo} />
      <PushState contact={settings.data.pushContact} />
      <EnvironmentList environment={settings.data.environment} />
      <SettingsChanges changes={settings.data.changes} />
    </div>
  );
}
