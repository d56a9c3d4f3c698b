/**
 * Quickselect: moves the value that sorting would put at `nth` there, with none larger before it and none smaller
 * after. Yields a percentile without the cost of sorting. The values must not contain NaN.
 * @returns undefined if there is no such index
 */
export function selectNth(values: Float32Array | Float64Array, nth: number): number | undefined {
  let first = 0;
  let last = values.length - 1;
  while (first < last) {
    // Median of three, because sorted input would otherwise be the worst case.
    const [a, b, c] = [values[first]!, values[(first + last) >> 1]!, values[last]!];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let low = first;
    let high = last;
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const value = values[low]!;
      values[low++] = values[high]!;
      values[high--] = value;
    }
    if (nth <= high) last = high;
    else if (nth >= low) first = low;
    else break;
  }
  return values[nth];
}
