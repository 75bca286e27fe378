"use client";

import { type RefObject, useEffect, useState } from "react";

/** Whether the content of a box is wider than the box. */
export function useScrollsSideways(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const inner = element.firstElementChild?.getBoundingClientRect().width ?? 0;
      setScrolls(inner > element.clientWidth + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  });
  return scrolls;
}
