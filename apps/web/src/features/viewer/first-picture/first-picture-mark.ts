/** Name of the moment, in the browser's performance timeline, when the first picture was drawn. */
export const firstPictureMark = "first-picture";
