import type { BlueprintId } from "@blueprint/contract/ids";
import type { ShortLink } from "@blueprint/contract/short-links";
import { Retirement } from "../../../ui/retirement.tsx";
import { useChangeShortLink } from "./short-links.queries.ts";

/** Takes a short link out of use, or puts it back. */
export function RetireLink({ blueprintId, link }: { readonly blueprintId: BlueprintId; readonly link: ShortLink }) {
  return <Retirement noun="link" link={link} change={useChangeShortLink(blueprintId, link.id)} />;
}
