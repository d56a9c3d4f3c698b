// The script that other sites load. It imports nothing that the app's pages share, and stays under 5 kB (tools/embed-build.test.ts).
import { BlueprintEmbed } from "./blueprint-embed.ts";

// A page may load it twice, also from two servers.
if (customElements.get("blueprint-embed") === undefined) customElements.define("blueprint-embed", BlueprintEmbed);
