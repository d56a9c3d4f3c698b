import { useEffect } from "react";
import type { EditorRoom } from "../../commands/editor-command.ts";

const showEveryMs = 120;

/** Shares the user's camera with teammates, and follows the camera of a followed person. */
export function useFollowing({ connection, store, getScene }: EditorRoom): void {
  useEffect(() => {
    let last = "";
    const timer = setInterval(() => {
      // No one can follow: send nothing.
      if (connection.getPeople().length === 0) return;
      const pose = getScene()?.getPose();
      const now = JSON.stringify(pose);
      if (pose === undefined || now === last) return;
      last = now;
      connection.showCamera(pose);
    }, showEveryMs);
    return () => clearInterval(timer);
  }, [connection, getScene]);

  useEffect(() => {
    let shown = "";
    const follow = () => {
      const { followedClientId } = store.getState();
      if (followedClientId === null) {
        shown = "";
        return;
      }
      const person = connection.getPeople().find(({ clientId }) => clientId === followedClientId);
      if (person === undefined) {
        store.setState({ followedClientId: null });
        return;
      }
      const now = JSON.stringify(person.camera);
      if (person.camera === null || now === shown) return;
      shown = now;
      getScene()?.setPose(person.camera);
    };
    const stops = [connection.subscribePeople(follow), store.subscribe(follow)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [connection, store, getScene]);
}

/** Stops following once the user moves. */
export function stopFollowing({ store, connection }: Pick<EditorRoom, "store" | "connection">): void {
  const { followedClientId } = store.getState();
  if (followedClientId === null) return;
  store.setState({ followedClientId: null });
  connection.announce("You've stopped following.");
}
