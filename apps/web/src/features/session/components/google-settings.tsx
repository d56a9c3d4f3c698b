import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../../lib/session.ts";
import { authMethodsQuery } from "../session.queries.ts";
import { GoogleSetupNote } from "./google-button.tsx";

/** Tells operators, in the settings, what Google sign-in still needs. Empty for other users. */
export function GoogleSettings() {
  const { isOperator } = useMe();
  const { data } = useQuery({ ...authMethodsQuery, enabled: isOperator });
  if (!isOperator || data === undefined || data.google === "available") return null;
  return <GoogleSetupNote state={data.google} />;
}
