import { type KeyboardEvent, useState } from "react";
import { stepActive } from "./step-active.ts";

/** Which results of a combobox are shown, which of them is active, and what the keys do. */
export function useCombobox<Option>({
  isAsked,
  options,
  onChoose,
}: {
  readonly isAsked: boolean;
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && isAsked;
  const activeOption = isShown ? options[active] : undefined;

  const choose = (option: Option) => {
    setOpen(false);
    setActive(-1);
    onChoose(option);
  };
  const step = (by: 1 | -1) => {
    setOpen(true);
    setActive((before) => stepActive(before, by, options.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
        step(1);
        break;
      case "ArrowUp":
        step(-1);
        break;
      case "Enter": {
        // Enter must not submit the surrounding form during a search.
        const option = activeOption ?? (isShown ? options[0] : undefined);
        if (option !== undefined) choose(option);
        else if (!isShown) return;
        break;
      }
      case "Escape":
        if (!isShown) return;
        setOpen(false);
        setActive(-1);
        // Closes only the list, not what surrounds it: see also the dialog.
        event.stopPropagation();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return {
    isShown,
    active,
    activeOption,
    choose,
    activate: setActive,
    /** Shows the results of a new text. */
    ask: () => {
      setOpen(true);
      setActive(-1);
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
    onKeyDown,
  };
}
