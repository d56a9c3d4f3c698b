import { toCommentSubject } from "../comments/comment-subject.ts";
import { type EditorCommand, mayComment } from "./editor-command.ts";

export const commentOnSelected: EditorCommand = {
  id: "comment-on-selected",
  label: "Comment on selection",
  shortcut: "shift+c",
  isEnabled: (room) => {
    const [only, ...more] = room.store.getState().selection;
    if (only === undefined || more.length > 0 || !mayComment(room)) return false;
    return toCommentSubject(room.connection.getState().scene, only) !== null;
  },
  run: ({ store }) => store.setState({ openSide: "inspector", isCommentWanted: true }),
};
