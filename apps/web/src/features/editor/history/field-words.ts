/** The name of a field of the document in words: `submitLabel@de` is "submit label (de)". */
export function toFieldWords(field: string): string {
  const [name = "", language] = field.split("@");
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return language === undefined ? words : `${words} (${language})`;
}
