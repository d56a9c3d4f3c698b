import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { requireBuildSettings } from "./build-settings-plugin.ts";
import { preloadPictureCode } from "./picture-code-plugin.ts";

const server = "http://localhost:8080";

export default defineConfig({
  plugins: [
    requireBuildSettings(),
    preloadPictureCode(),
    // Must run before React's plugin: it splits each route's component into its own chunk.
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "./src/routes",
      generatedRouteTree: "./src/route-tree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
      tmpDir: "../../node_modules/.cache/tanstack-router",
    }),
    react(),
    tailwindcss(),
  ],
  // Several libraries bring a three of their own; two of them in one page do not recognise each other's objects.
  resolve: { dedupe: ["three", "react", "react-dom", "yjs"] },
  worker: { format: "es" },
  build: {
    target: ["chrome123", "firefox125", "safari17.5"],
    sourcemap: false,
    // Spark, which draws splats, is one module; it is only fetched for a splat.
    chunkSizeWarningLimit: 2_600,
    // All of these browsers know it by themselves.
    modulePreload: { polyfill: false },
    // What a page loads is counted from it.
    manifest: true,
    rolldownOptions: {
      treeshake: {
        // The ways into the viewer only re-export: a page loads what it uses of them, not everything they name.
        moduleSideEffects: [{ test: /features[\\/]viewer[\\/][a-z-]+\.ts$/, sideEffects: false }],
      },
      // Visitors' pages begin with the picture, frames on other sites with their numbers, all others with the app.
      input: ["index.html", "place.html", "embed.html"],
      output: {
        codeSplitting: {
          // A group takes what its modules import along with them: what every page needs comes first, and three before
          // the splat renderer that is built on it, or every page would load the one and every mesh the other.
          groups: [
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store)[\\/]/,
              priority: 30,
            },
            {
              name: "three",
              test: /node_modules[\\/](three|three-mesh-bvh|3d-tiles-renderer)[\\/]/,
              priority: 20,
            },
            // What every page needs to begin a scene, and nothing that draws one: beside three it would bring three along.
            {
              name: "preload",
              test: /vite[\\/]preload-helper|lib[\\/]newer-version\.ts|first-picture[\\/](embedded-place|preload-scene)\.ts/,
              priority: 50,
            },
            // What the page of a place begins with, and nothing of three.js but its unpacker. Not the page's own script:
            // other pages import from this file.
            {
              name: "coarse-points",
              test: /first-picture[\\/]coarse-points\.ts|meshopt_decoder/,
              priority: 40,
            },
            // One file, not twenty: each would wait its turn on a visitor's line.
            {
              name: "first-picture",
              test: /src[\\/]features[\\/]viewer[\\/]first-picture[\\/]first-picture\.ts/,
              priority: 18,
            },
            { name: "spark", test: /node_modules[\\/]@sparkjsdev[\\/]/, priority: 10 },
            {
              name: "fiber",
              test: /node_modules[\\/](@react-three|its-fine|react-use-measure|suspend-react)[\\/]/,
              priority: 10,
            },
            { name: "collaboration", test: /node_modules[\\/](yjs|lib0|@hocuspocus|y-protocols)[\\/]/, priority: 15 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: false },
      // The storage protocol (spec §7) lives outside /api.
      "/v0": { target: server },
      "/collab": { target: server, ws: true },
    },
  },
});
