import { Select } from "../../../ui/select.tsx";
import type { ScanGroup } from "../../viewer/scan-groups.ts";

/** Which of several ready scans is on the canvas. */
export function ScanChooser({
  groups,
  value,
  onChange,
}: {
  readonly groups: readonly ScanGroup[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <Select
      compact
      label="Scan on the canvas"
      options={groups.map(({ id, label }) => ({ value: id, label }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="shadow-overlay"
    />
  );
}
