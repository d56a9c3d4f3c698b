import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { useSignOut } from "../session.queries.ts";

export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <Button
      busy={signOut.isPending}
      onClick={() =>
        signOut.mutate("/login", {
          onError: () => {
            toasts.add({ title: "Failed to sign out. Please try again.", variant: "destructive" });
          },
        })
      }
    >
      Sign out
    </Button>
  );
}
