import type { NextConfig } from "next";
import { BARE_HEADERS } from "./lib/api/bare-headers";

const NOSNIFF = { key: "X-Content-Type-Options", value: "nosniff" };
const BARE = BARE_HEADERS.map(([key, value]) => ({ key, value }));

const TRACING = ["api", "exporter-trace-otlp-http", "resources", "sdk-trace-base"].map(
  (name) => `@opentelemetry/${name}`,
);

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Each page's code loads when it is first opened: loading every page at start takes a third more memory.
  experimental: { preloadEntriesOnStart: false },
  // Native or dynamically loaded at run time; bundling them breaks their file look-ups.
  serverExternalPackages: ["pg", "@prisma/adapter-pg", "@node-rs/argon2", "pino", "undici", ...TRACING],
  // Types and lint have their own step in `npm run check`; a second pass inside the build only costs time.
  typescript: { ignoreBuildErrors: true },
  // Pages get theirs from proxy.ts, which these paths do not pass.
  headers: async () => [
    { source: "/(api|admin)/:path*", headers: BARE },
    { source: "/_next/static/:path*", headers: [NOSNIFF] },
    { source: "/icon.svg", headers: [NOSNIFF] },
    { source: "/icons/:path*", headers: [NOSNIFF] },
    { source: "/:file(manifest\\.webmanifest|offline\\.html|offline\\.css)", headers: [NOSNIFF] },
  ],
};

export default config;
