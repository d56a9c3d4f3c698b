/** A known id, with the ids of its parents. */
interface KnownId {
  readonly id: string;
  readonly within: Readonly<Record<string, string>>;
}

/** Lists whose elements have another path. */
const listedElsewhere: readonly (readonly [path: string, param: string])[] = [
  ["/api/blueprints/{blueprintId}/scans", "scanId"],
  ["/api/blueprints/{blueprintId}/removed-scans", "scanId"],
  ["/api/teams/{teamId}/invoices", "invoiceId"],
];
const idsKept = 12;
const valuesKept = 12;
const valueCharactersMax = 4_000;
const depthMax = 6;

/** Values from answers: ids to request, and values by field name. */
export class KnownValues {
  readonly #ids = new Map<string, KnownId[]>();
  readonly #values = new Map<string, unknown[]>();
  /** The parameter for ids of a list, by the list's path. */
  readonly #listed: ReadonlyMap<string, string>;
  readonly #params: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    const found = paths.flatMap((path) => [...path.matchAll(/\/\{(\w+)\}/g)].map((match) => ({ path, match })));
    this.#listed = new Map([
      ...found.map(({ path, match }) => [path.slice(0, match.index), match[1] ?? ""] as const),
      ...listedElsewhere,
    ]);
    this.#params = new Set(found.map(({ match }) => match[1] ?? ""));
  }

  addId(param: string, id: string, within: Readonly<Record<string, string>> = {}): void {
    const known = this.#ids.get(param) ?? [];
    this.#ids.set(param, [...known.filter((one) => one.id !== id), { id, within }].slice(-idsKept));
  }

  /** Learns from a successful answer. */
  learn(path: string, params: Readonly<Record<string, string>>, answer: unknown): void {
    this.#walk(answer, this.#listed.get(path), params, 0);
  }

  findId(param: string, random: () => number): KnownId | undefined {
    const known = this.#ids.get(param) ?? [];
    return known[Math.floor(random() * known.length)];
  }

  findValue(name: string, random: () => number): unknown {
    const known = this.#values.get(name) ?? [];
    return known[Math.floor(random() * known.length)];
  }

  #walk(value: unknown, param: string | undefined, within: Readonly<Record<string, string>>, depth: number): void {
    if (typeof value !== "object" || value === null || depth > depthMax) return;
    if (Array.isArray(value)) {
      for (const one of value) this.#walk(one, param, within, depth);
      return;
    }
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === "string" && name === "id" && param !== undefined && depth <= 1) this.addId(param, one, within);
      if (typeof one === "string" && this.#params.has(name)) this.addId(name, one, within);
      if (one !== null && JSON.stringify(one).length <= valueCharactersMax) {
        this.#values.set(name, [...(this.#values.get(name) ?? []), one].slice(-valuesKept));
      }
      this.#walk(one, param, within, depth + 1);
    }
  }
}
