import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { isPassedEscape } from "../lib/passed-escape.ts";

/** A list of actions behind a button. */
export function Menu({
  trigger,
  children,
  align = "end",
  side = "bottom",
  open,
  onOpenChange,
  keepsFocus = false,
}: {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
  readonly side?: "top" | "bottom";
  /** Controlled state, if something besides the trigger opens it. */
  readonly open?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Leaves the focus where the chosen action puts it, instead of returning it to the trigger. */
  readonly keepsFocus?: boolean;
}) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? isOwnOpen;
  const setOpen = onOpenChange ?? setOwnOpen;
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => keepsFocus && event.preventDefault()}
          onKeyDown={(event) => {
            if (!isPassedEscape(event.nativeEvent)) return;
            // Closes only the menu, not the dialog around it.
            event.stopPropagation();
            setOpen(false);
          }}
          className="z-50 min-w-48 max-w-80 animate-fade rounded-soft border border-hairline bg-sheet p-1 shadow-overlay"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemClass =
  "flex min-h-8 w-full items-center gap-2.5 rounded-sharp px-2.5 py-1 text-left outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken pointer-coarse:min-h-11";

export function MenuItem({
  icon: Icon,
  children,
  onSelect,
  danger = false,
  disabled = false,
  asChild = false,
}: {
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  readonly onSelect?: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Renders the child (a link) as the item. */
  readonly asChild?: boolean;
}) {
  return (
    <DropdownMenu.Item
      asChild={asChild}
      disabled={disabled}
      onSelect={() => onSelect?.()}
      className={classNames(itemClass, danger && "text-danger")}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon ? (
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" className={danger ? "" : "text-ink-soft"} />
          ) : null}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  );
}

/** A single choice inside a menu. */
export function MenuChoices<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as Value)}>
      <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-caption text-ink-soft">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className={itemClass}>
          <span className="grid size-4 place-items-center">
            <DropdownMenu.ItemIndicator className="size-1.5 rounded-full bg-accent" />
          </span>
          <span className="truncate">{option.label}</span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-hairline" />;
}
