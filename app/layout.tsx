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
  icons: { icon: "/icon.svg" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
};

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
