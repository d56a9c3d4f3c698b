import { fileURLToPath } from "node:url";

/** Where `node bench/scale --write` keeps what it measured. */
export const figuresPath = fileURLToPath(new URL("../../docs/scale-figures.json", import.meta.url));

export function printFigures(figures) {
  const { warmVisit, coldVisit, publication, fileRead, edit, uploadedGigabyte, database, conversions } = figures;
  console.log(`${figures.processor}, ${figures.measuredOn}; CPU time per unit, server + PostgreSQL\n`);
  const say = (name, { serverMs, databaseMs }, more = "") =>
    console.log(`${name.padEnd(34)} ${`${serverMs} ms`.padStart(10)} ${`${databaseMs} ms`.padStart(10)}  ${more}`);
  say("visit, version in memory", warmVisit, `${kilobytes(warmVisit.bytes)} kB with its first files`);
  say("visit, version not in memory", coldVisit);
  say("publication", publication);
  say("file of a scan", fileRead);
  say(`edit, heard by ${edit.listeners} others`, edit, `${edit.databaseBytes} bytes kept`);
  say("gigabyte uploaded", uploadedGigabyte);
  console.log(`place with 400 anchors             ${kilobytes(database.bytesPerPlace)} kB in the database`);
  for (const { file, cpuSecondsPerGigabyte, deliveredBytes, deliveredFiles, deliveredBytesPerByte } of Object.values(
    conversions,
  )) {
    const delivered = `${kilobytes(deliveredBytes)} kB in ${deliveredFiles} files, ${deliveredBytesPerByte}× the original`;
    console.log(`${`conversion of ${file}`.padEnd(34)} ${cpuSecondsPerGigabyte} s per GB; ${delivered}`);
  }
}

function kilobytes(bytes) {
  return Math.round(bytes / 1e3);
}
