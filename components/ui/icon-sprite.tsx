"use client";

import { useEffect, useRef, useState } from "react";
import { drawings } from "./icon-drawings";

// Only a server draws them: the browser keeps what it was sent.
const DRAWN = { __html: typeof window === "undefined" ? drawings() : "" };

/** The drawings of all icons, once a page, in its markup alone. */
export function IconSprite() {
  const sprite = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState(DRAWN);
  useEffect(() => {
    if (sprite.current?.firstChild) return;
    // A page of something that does not exist is drawn by the browser alone, and so is all that follows it.
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
