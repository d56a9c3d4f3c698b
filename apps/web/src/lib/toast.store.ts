import { toastConstants } from "@blueprint/contract/spec-constants";
import { createStore, useStore } from "zustand";

// spec §9: one visible; closed ones are removed after 1,000,000 ms.
const { visibleMax, removalDelayMs } = toastConstants;

/** A button in a toast; the label is also its alt text for screen readers and must not be empty (spec §5). */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly action?: ToastAction | undefined;
  readonly open: boolean;
  readonly variant: "default" | "destructive";
}

export type NewToast = Pick<Toast, "title"> & Partial<Omit<Toast, "id" | "open" | "title">>;

interface ToastState {
  readonly toasts: readonly Toast[];
}

// spec §5: label and action alt text must be non-empty strings.
function requireWords({ title, action }: Partial<NewToast>): void {
  if (title?.trim() === "") throw new Error("A toast needs a title.");
  if (action?.label.trim() === "") throw new Error("A toast's action needs a label.");
}

/** The page's toasts and their actions. */
export function createToastStore() {
  const store = createStore<ToastState>(() => ({ toasts: [] }));
  const removals = new Map<string, ReturnType<typeof setTimeout>>();
  let count = 0;

  const change = (toasts: (before: readonly Toast[]) => readonly Toast[]) =>
    store.setState((state) => ({ toasts: toasts(state.toasts) }));

  function remove(id: string): void {
    clearTimeout(removals.get(id));
    removals.delete(id);
    change((toasts) => toasts.filter((toast) => toast.id !== id));
  }

  return {
    store,
    add({ variant = "default", ...toast }: NewToast): string {
      requireWords(toast);
      count += 1;
      const id = String(count);
      const before = store.getState().toasts;
      for (const pushedOut of before.slice(visibleMax - 1)) remove(pushedOut.id);
      change((toasts) => [{ ...toast, variant, id, open: true }, ...toasts]);
      return id;
    },
    /** @returns false if the toast is no longer open, so its news must be shown another way */
    update(id: string, part: Partial<NewToast>): boolean {
      requireWords(part);
      change((toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, ...part } : toast)));
      return store.getState().toasts.some((toast) => toast.id === id && toast.open);
    },
    dismiss(id: string): void {
      change((toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
      if (!removals.has(id))
        removals.set(
          id,
          setTimeout(() => remove(id), removalDelayMs),
        );
    },
    remove,
  };
}

export const toasts = createToastStore();

export function useToasts(): readonly Toast[] {
  return useStore(toasts.store, (state) => state.toasts);
}
