import type { Blueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import type { SceneHandle } from "../../viewer/viewer.ts";
import { createAttempt } from "../attempt.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import type { DocumentConnection } from "../document-connection.ts";
import { blueprintQuery } from "../editor.queries.ts";
import { createEditorStore } from "../editor.store.ts";
import { useDocumentConnection } from "../use-document-connection.ts";
import { EditorRoomContext } from "../use-editor-room.ts";
import { BlueprintMissing } from "./blueprint-missing.tsx";
import { EditorLayout, type EditorParts } from "./editor-layout.tsx";

export interface EditorScreenProps extends EditorParts {
  readonly blueprintId: BlueprintId;
}

/** The full-window editor in which a team shapes one place. */
export function EditorScreen(props: EditorScreenProps) {
  const { data: blueprint, error, fetchStatus, refetch } = useQuery(blueprintQuery(props.blueprintId));
  const connection = useDocumentConnection(props.blueprintId);
  // An open editor already reports what happened to its last changes.
  if (hasCode(error, "not-found") && blueprint === undefined) return <BlueprintMissing />;
  if (blueprint !== undefined && connection !== null)
    return <Room key={props.blueprintId} {...props} blueprint={blueprint} connection={connection} />;
  if (fetchStatus === "paused")
    return <ErrorPanel message="You're offline. The blueprint opens when you're back online." />;
  if (error !== null) return <ErrorPanel message={readableError(error)} onRetry={() => void refetch()} />;
  return <PageSpinner label="Opening blueprint" />;
}

function Room({
  blueprint,
  connection,
  ...parts
}: EditorScreenProps & { readonly blueprint: Blueprint; readonly connection: DocumentConnection }) {
  const { profile } = useMe();
  const sceneRef = useRef<SceneHandle | null>(null);
  const [store] = useState(createEditorStore);
  const room = useMemo(
    (): EditorRoom => ({
      connection,
      store,
      userId: profile.uid,
      attempt: createAttempt(connection),
      getScene: () => sceneRef.current,
    }),
    [connection, store, profile.uid],
  );
  return (
    <EditorRoomContext value={room}>
      <EditorLayout {...parts} blueprint={blueprint} sceneRef={sceneRef} />
    </EditorRoomContext>
  );
}
