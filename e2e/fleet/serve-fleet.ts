import { launchFleet } from "./launch-fleet.ts";

// The same servers as in compose.yaml, on this machine: their data is gone when they end.
const port = Number(process.env.PORT ?? 8080);
const fleet = await launchFleet({ roles: ["web", "web", "collab", "collab", "worker"], port });
process.stdout.write(`${fleet.servers.map(({ name, url, pid }) => `${name}  ${url}  process ${pid}`).join("\n")}\n`);
process.stdout.write(`First operator invitation: ${fleet.operatorInvitationUrl}\nThe fleet is ready at ${fleet.url}\n`);

for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, async () => {
    await fleet.dispose();
    process.exit(0);
  });
