/** One request, optionally with a JSON body. @throws with the response when the server refuses it. */
export async function ask(url, { method = "GET", headers = {}, body } = {}) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 600)}`);
  return { headers: answer.headers, json: text === "" ? null : JSON.parse(text) };
}

/** The status of a request whose response body does not matter. */
export async function askStatus(url, headers) {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status;
}
