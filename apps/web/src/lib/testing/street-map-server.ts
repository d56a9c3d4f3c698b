import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const earth = 2 ** 32;

/**
 * A local map service that responds as MapTiler documents: a style with its tiles, glyphs and geocoding, each only with
 * the right key (docs.maptiler.com/cloud/api).
 */
export class StreetMapServer {
  readonly #server: Server;
  readonly key = "right-key";
  /** Requested paths with their query, in order. */
  readonly requests: string[] = [];
  /** Answers every path with this prefix with status 500. */
  failing: string | null = null;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(port = 0): Promise<StreetMapServer> {
    const service = new StreetMapServer();
    await new Promise<void>((resolve) => service.#server.listen(port, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", this.url);
    const path = decodeURIComponent(url.pathname);
    this.requests.push(path + url.search);
    response.setHeader("access-control-allow-origin", "*");
    if (this.failing !== null && path.startsWith(this.failing)) {
      response.writeHead(500).end();
      return;
    }
    if (url.searchParams.get("key") !== this.key) {
      response.writeHead(403).end("Invalid key");
      return;
    }
    const body = this.#find(path, url.searchParams);
    if (body === null) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", Buffer.isBuffer(body) ? "application/x-protobuf" : "application/json");
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  }

  #find(path: string, query: URLSearchParams): Buffer | object | null {
    const style = /^\/maps\/(streets-v2|streets-v2-dark)\/style\.json$/.exec(path);
    if (style !== null) return this.#describeStyle(style[1] === "streets-v2-dark");
    if (path === "/tiles/v3/tiles.json")
      return {
        tilejson: "2.0.0",
        tiles: [`${this.url}/tiles/v3/{z}/{x}/{y}.pbf?key=${this.key}`],
        minzoom: 0,
        maxzoom: 15,
        attribution: '<a href="https://www.maptiler.com/copyright/" target="_blank">&copy; MapTiler</a>',
      };
    if (/^\/tiles\/v3\/\d+\/\d+\/\d+\.pbf$/.test(path)) return waterTile;
    const geocoding = /^\/geocoding\/(.+)\.json$/.exec(path);
    return geocoding === null ? null : findAddresses(geocoding[1] ?? "", Number(query.get("limit") ?? 5));
  }

  #describeStyle(isDark: boolean): object {
    return {
      version: 8,
      id: isDark ? "streets-v2-dark" : "streets-v2",
      name: "Streets",
      sources: { maptiler_planet: { type: "vector", url: `${this.url}/tiles/v3/tiles.json?key=${this.key}` } },
      layers: [
        { id: "Background", type: "background", paint: { "background-color": isDark ? "black" : "white" } },
        {
          id: "Water",
          type: "fill",
          source: "maptiler_planet",
          "source-layer": "water",
          paint: { "fill-color": "blue" },
        },
      ],
    };
  }
}

const addresses = [
  { name: "Bryggen 1, 5003 Bergen, Norway", kind: "address", center: [5.32415, 60.39755] },
  { name: "Bryggen, Bergen, Norway", kind: "street", center: [5.3237, 60.3979] },
];

function findAddresses(query: string, limit: number): object {
  const found = addresses.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())).slice(0, limit);
  return {
    type: "FeatureCollection",
    features: found.map(({ name, kind, center }, index) => ({
      type: "Feature",
      id: `${kind}.${index}`,
      text: name.split(",")[0],
      place_name: name,
      place_type: [kind],
      relevance: 1,
      center,
      bbox: [...center, ...center],
      geometry: { type: "Point", coordinates: center },
      properties: {},
    })),
    query: query.split(/\s+/),
    attribution: "MapTiler",
  };
}

/** A vector tile (Mapbox Vector Tile 2.1) with a single layer, `water`: a square in its centre. */
const waterTile = encodeWaterTile();

function encodeWaterTile(): Buffer {
  const varint = (value: number): number[] => {
    const bytes: number[] = [];
    let rest = value % earth;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    return [...bytes, rest];
  };
  const number = (field: number, value: number) => [...varint(field * 8), ...varint(value)];
  const bytes = (field: number, content: number[]) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
  const text = (field: number, content: string) => bytes(field, [...Buffer.from(content)]);
  const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
  const moveTo = (x: number, y: number) => [9, zigzag(x), zigzag(y)];
  const lineTo = (...steps: [number, number][]) => [
    steps.length * 8 + 2,
    ...steps.flatMap(([x, y]) => [zigzag(x), zigzag(y)]),
  ];
  const closePath = [15];
  const geometry = [...moveTo(1024, 1024), ...lineTo([2048, 0], [0, 2048], [-2048, 0]), ...closePath].flatMap(varint);
  const polygon = 3;
  const feature = [...number(3, polygon), ...bytes(4, geometry)];
  const layer = [...number(15, 2), ...text(1, "water"), ...bytes(2, feature), ...number(5, 4096)];
  return Buffer.from(bytes(3, layer));
}
