import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

const typeTxt = 16;
const headerBytes = 12;

export interface DnsServer {
  /** Address and port, as `DNS_SERVERS` takes them. */
  address: string;
  /** TXT records by domain. */
  records: Map<string, string[]>;
  close(): Promise<void>;
}

/** Answers questions for TXT records on a free UDP port of 127.0.0.1 (RFC 1035). */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const { domain, end } = readQuestion(question);
    const texts = question.readUInt16BE(end - 4) === typeTxt ? (records.get(domain) ?? []) : [];
    const header = Buffer.from(question.subarray(0, headerBytes));
    // A final answer; a name without records does not exist.
    header.writeUInt16BE(texts.length > 0 ? 0x8580 : 0x8583, 2);
    header.writeUInt16BE(texts.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, question.subarray(headerBytes, end), ...texts.map(toRecord)]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    records,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

function readQuestion(message: Buffer): { domain: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { domain: labels.join(".").toLowerCase(), end: at + 5 };
}

function toRecord(text: string): Buffer {
  const parts = (text.match(/.{1,255}/gs) ?? []).map((part) =>
    Buffer.concat([Buffer.of(part.length), Buffer.from(part)]),
  );
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  // The name of the question, type, class IN, a minute.
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(typeTxt, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
