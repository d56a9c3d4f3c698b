import { Link } from "@tanstack/react-router";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";

/** A page's single call to action: request access, or create a blueprint when signed in. */
export function BeginButton() {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <Button variant="primary" size="large" asChild>
      {isSignedIn ? (
        <Link to="/create-blueprint">Make a blueprint</Link>
      ) : (
        <Link to="/login" search={{ ask: true }}>
          Ask for access
        </Link>
      )}
    </Button>
  );
}
