/** Input that no document may hold, with the field it came from and how to fix it. */
export class SceneInputError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "SceneInputError";
    this.field = field;
  }
}
