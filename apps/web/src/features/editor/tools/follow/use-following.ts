import { useEffect } from "react";
import type { EditorRoom } from "../../commands/editor-command.ts";

const showEveryMs = 120;

/** Shares the user's camera with teammates, and follows the camera of a followed person. */
export function useFollowing({ session, store, getScene }: EditorRoom): void {
  useEffect(() => {
    let last = "";
    const timer = setInterval(() => {
      // No one can follow: send nothing.
      if (session.getPeople().length === 0) return;
      const pose = getScene()?.getPose();
      const now = JSON.stringify(pose);
      if (pose === undefined || now === last) return;
      last = now;
      session.showCamera(pose);
    }, showEveryMs);
    return () => clearInterval(timer);
  }, [session, getScene]);

  useEffect(() => {
    let shown = "";
    const follow = () => {
      const { followedClientId } = store.getState();
      if (followedClientId === null) {
        shown = "";
        return;
      }
      const person = session.getPeople().find(({ clientId }) => clientId === followedClientId);
      if (person === undefined) {
        store.setState({ followedClientId: null });
        return;
      }
      const now = JSON.stringify(person.camera);
      if (person.camera === null || now === shown) return;
      shown = now;
      getScene()?.setPose(person.camera);
    };
    const stops = [session.subscribePeople(follow), store.subscribe(follow)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, store, getScene]);
}

/** Stops following once the user moves. */
export function stopFollowing({ store, session }: Pick<EditorRoom, "store" | "session">): void {
  const { followedClientId } = store.getState();
  if (followedClientId === null) return;
  store.setState({ followedClientId: null });
  session.announce("You've stopped following.");
}
