/** With a compile cache, a process starts in a third of the time. */
const passed = ["PATH", "TZ", "LANG", "NODE_COMPILE_CACHE"] as const;

/** What processes that read people's files get of the environment: none of the server's secrets. */
export function toChildEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
