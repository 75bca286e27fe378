import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { viewerPreferences } from "@/components/shell/preferences";
import { IconSprite } from "@/components/ui/icon-sprite";
import { PRODUCT } from "@/components/words/product";
import { typefaces } from "./typefaces";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: PRODUCT, template: `%s · ${PRODUCT}` },
  description: "Where risky calls of AI agents wait for a person.",
  robots: { index: false, follow: false },
  icons: { icon: "/icon.svg", apple: "/icons/apple-touch.png" },
  appleWebApp: { capable: true, title: PRODUCT, statusBarStyle: "default" },
};

// Colours of --surface (globals.css), for the bar above an installed app.
const BARS = { light: "#ffffff", dark: "#13161d" };

export async function generateViewport(): Promise<Viewport> {
  const { theme } = await viewerPreferences();
  const themeColor =
    theme === "system"
      ? (["light", "dark"] as const).map((scheme) => ({
          media: `(prefers-color-scheme: ${scheme})`,
          color: BARS[scheme],
        }))
      : BARS[theme];
  return { width: "device-width", initialScale: 1, viewportFit: "cover", themeColor };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, density, sidebar } = await viewerPreferences();
  return (
    <html lang="en" data-theme={theme} data-density={density} data-sidebar={sidebar} className={typefaces}>
      <body>
        <IconSprite />
        {children}
      </body>
    </html>
  );
}
