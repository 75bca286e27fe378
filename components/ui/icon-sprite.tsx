"use client";

import { useEffect, useRef, useState } from "react";
import { drawings } from "./icon-drawings";

// Only the server renders them: the browser keeps the markup.
const DRAWN = { __html: typeof window === "undefined" ? drawings() : "" };

/** The drawings of all icons, once a page, in its markup only. */
export function IconSprite() {
  const sprite = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState(DRAWN);
  useEffect(() => {
    if (sprite.current?.firstChild) return;
    // The browser alone renders a 404 page, and the pages after it.
    void import("./icon-drawings").then((part) => setDrawn({ __html: part.drawings() }));
  }, []);
  return (
    <svg
      ref={sprite}
      aria-hidden
      className="hidden"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings
      dangerouslySetInnerHTML={drawn}
    />
  );
}
