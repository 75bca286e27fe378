"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link inside the product. What it leads to is fetched ahead once somebody points at it or reaches it by key, not because it is in
 * view: a page has dozens of links, and what they lead to would cost the server several times as much as the page.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  const [wanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <NextLink
      {...props}
      prefetch={wanted ? "auto" : false}
      onMouseEnter={(event) => {
        want();
        props.onMouseEnter?.(event);
      }}
      onFocus={(event) => {
        want();
        props.onFocus?.(event);
      }}
    />
  );
}
