/**
 * Opens the browser's print dialog with a single A4 drawing, which can also be saved as PDF.
 * @returns false if the browser blocks the new window
 */
export function printDrawing(address: string, title: string): boolean {
  const page = open("", "_blank");
  if (page === null) return false;
  const { document: sheet } = page;
  sheet.title = title;
  const style = sheet.createElement("style");
  style.textContent = "@page{size:A4;margin:0}body{margin:0}img{display:block;width:210mm;height:297mm}";
  const image = sheet.createElement("img");
  image.alt = title;
  image.addEventListener("load", () => page.print());
  image.src = address;
  sheet.head.append(style);
  sheet.body.append(image);
  return true;
}
