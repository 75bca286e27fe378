"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link inside the product. Prefetches on hover or focus, not on visibility: a page has dozens of
 * links, and prefetching all costs the server several times the page.
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
