import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { useSignOut } from "../session.queries.ts";
import { sessionMessages } from "../session-messages.ts";

export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <Button
      busy={signOut.isPending}
      onClick={() =>
        signOut.mutate("/login", {
          onError: () => {
            toasts.add({ title: sessionMessages.signOut, variant: "destructive" });
          },
        })
      }
    >
      Sign out
    </Button>
  );
}
