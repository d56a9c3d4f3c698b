import { Monitor, Moon, Sun } from "lucide-react";
import { setTheme, type Theme, useTheme } from "../lib/theme.ts";
import { SegmentedControl } from "./segmented-control.tsx";

const segments = [
  { value: "system", label: "Match system", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[];

export function ThemeChoice() {
  return <SegmentedControl label="Theme" segments={segments} value={useTheme()} onChange={setTheme} />;
}
