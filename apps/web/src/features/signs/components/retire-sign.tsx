import type { BlueprintId } from "@blueprint/contract/ids";
import type { Sign } from "@blueprint/contract/signs";
import { Retirement } from "../../../ui/retirement.tsx";
import { useChangeSign } from "../signs.queries.ts";

/** Takes a sign out of use, or puts it back. */
export function RetireSign({ blueprintId, sign }: { readonly blueprintId: BlueprintId; readonly sign: Sign }) {
  return <Retirement noun="sign" link={sign.link} change={useChangeSign(blueprintId, sign.id)} />;
}
