import { once } from "node:events";
import { conversationPath, openConversation } from "@blueprint/contract/conversations";
import { WebSocket } from "ws";

/** A visitor with the guide open. As through a proxy, each has an address of their own. */
export async function openVisit(product, slug, index) {
  const headers = { "x-forwarded-for": `10.9.${Math.floor(index / 250)}.${1 + (index % 250)}` };
  const response = await fetch(product.url + openConversation.url.replace(":slug", slug), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  if (!response.ok) throw new Error(`No ticket: ${response.status} ${await response.text()}`);
  const { ticket } = await response.json();
  const socket = new WebSocket(`${product.url.replace("http", "ws")}${conversationPath}?key=${ticket}`, { headers });
  await once(socket, "open");
  const send = async (message) => {
    socket.send(JSON.stringify(message));
    const [data] = await once(socket, "message");
    return JSON.parse(String(data));
  };
  await send({ setup: {} });
  return { socket, send };
}

export function toShares(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
  return { p50: at(0.5), p95: at(0.95) };
}
