/** Where the server serves the script of `<blueprint-embed>`. */
export const embedScriptPath = "/embed.js";

export const oembedUrl = "/api/oembed";
