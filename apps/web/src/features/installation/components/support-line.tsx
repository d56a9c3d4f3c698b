import { useQuery } from "@tanstack/react-query";
import { installationQuery } from "../../../lib/installation.ts";

/** The support address, if an operator has set one. */
export function SupportLine({ lead = "Questions?" }: { readonly lead?: string }) {
  const { data } = useQuery(installationQuery);
  if (data === undefined || data.supportEmail === "") return null;
  return (
    <p className="break-words text-ink-soft">
      {lead} Write to{" "}
      <a href={`mailto:${data.supportEmail}`} className="text-accent underline">
        {data.supportEmail}
      </a>
      {data.name === "" ? "." : `, ${data.name}.`}
    </p>
  );
}
