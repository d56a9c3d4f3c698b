import { ScanProblem } from "../scan-problem.ts";

/**
 * Unpacks LZF, the compression inside PCD's `binary_compressed`: a control byte below 32 copies that many plus one
 * bytes, any other repeats earlier output (length in its top three bits, distance in the rest and the next byte).
 * @throws ScanProblem scan-corrupt when the data does not unpack to exactly `outputBytes`
 */
export function decompressLzf(input: Uint8Array, outputBytes: number): Uint8Array {
  const output = new Uint8Array(outputBytes);
  let from = 0;
  let to = 0;
  while (from < input.length) {
    const control = input[from++]!;
    if (control < 32) {
      const length = control + 1;
      if (from + length > input.length || to + length > outputBytes)
        throw new ScanProblem("scan-corrupt", "LZF literal");
      output.set(input.subarray(from, from + length), to);
      from += length;
      to += length;
      continue;
    }
    let length = control >> 5;
    if (length === 7) length += input[from++] ?? 0;
    length += 2;
    let back = to - ((control & 31) << 8) - (input[from++] ?? 0) - 1;
    if (back < 0 || to + length > outputBytes) throw new ScanProblem("scan-corrupt", "LZF reference");
    // Byte by byte: a reference may overlap its own output.
    for (let left = length; left > 0; left--) output[to++] = output[back++]!;
  }
  if (to !== outputBytes) throw new ScanProblem("scan-corrupt", `LZF gave ${to} of ${outputBytes} bytes`);
  return output;
}
