import type { GoogleState } from "@blueprint/contract/accounts";
import { googlePopup } from "@blueprint/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { authMethodsQuery } from "../session.queries.ts";

/** Signs in with Google if configured. Otherwise it is absent, except that operators see why. */
export function GoogleButton({
  busy,
  disabled = false,
  isForOperator,
  onPress,
}: {
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly isForOperator: boolean;
  /** Runs in the click itself: browsers block a popup that opens any later. */
  readonly onPress: () => void;
}) {
  const { data } = useQuery(authMethodsQuery);
  if (data === undefined) return null;
  if (data.google !== "available") return isForOperator ? <GoogleSetupNote state={data.google} /> : null;
  return (
    <Button size="large" className="w-full" busy={busy} disabled={disabled} onClick={onPress}>
      Continue with Google
    </Button>
  );
}

/** Tells operators what Google sign-in still needs. */
export function GoogleSetupNote({ state }: { readonly state: Exclude<GoogleState, "available"> }) {
  return (
    <Notice title="Google sign-in isn't available here">
      {state === "not-configured" ? (
        <>
          Only operators see this. Set <Code>GOOGLE_CLIENT_ID</Code> and <Code>GOOGLE_CLIENT_SECRET</Code> and start the
          server again. The client's redirect address is <Code>{location.origin + googlePopup.callbackPath}</Code>.
        </>
      ) : state === "issuer-unreachable" ? (
        <>
          Only operators see this. The provider named in <Code>GOOGLE_ISSUER</Code> didn't respond when the server
          started. Check the address, then start the server again.
        </>
      ) : state === "switched-off" ? (
        <>Only operators see this. It's turned off in Installation, Settings.</>
      ) : (
        <>
          Only operators see this. Google leads people back to the address in <Code>PUBLIC_URL</Code>, and this page was
          opened under another one: <Code>{location.origin}</Code>.
        </>
      )}
    </Notice>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-caption wrap-anywhere">{children}</code>;
}
