import type { UseMutationResult } from "@tanstack/react-query";

interface Callbacks<Data> {
  readonly onSuccess?: (data: Data) => void;
  readonly onError?: (error: Error) => void;
}

/**
 * Runs a mutation with callbacks that fire even if the caller's component is gone by then. Use it where the change itself
 * removes the component: the event stream may do so before the answer arrives, and callbacks of `mutate` are then skipped.
 */
export function runMutation<Data, Variables>(
  { mutateAsync }: Pick<UseMutationResult<Data, Error, Variables>, "mutateAsync">,
  variables: Variables,
  { onSuccess, onError = () => {} }: Callbacks<Data>,
): void {
  mutateAsync(variables).then(onSuccess, onError);
}
