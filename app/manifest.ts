import type { MetadataRoute } from "next";
import { PRODUCT } from "@/components/words/product";

// Colours of --bg (app/globals.css), which a manifest cannot name.
const GROUND = "#f9fafc";

export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: PRODUCT,
    short_name: PRODUCT,
    description: "Where risky calls of AI agents wait for a person.",
    start_url: "/approvals",
    scope: "/",
    display: "standalone",
    background_color: GROUND,
    theme_color: GROUND,
    categories: ["business", "productivity"],
    icons: [
      { src: "/icons/app-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icons/app-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Approvals", url: "/approvals" },
      { name: "Needs attention", url: "/approvals?view=attention" },
    ],
  };
}
