/** An input that no document may hold, with the field it came from and what to do about it. */
export class SceneInputError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "SceneInputError";
    this.field = field;
  }
}
