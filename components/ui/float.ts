/**
 * Where a floating panel opens: below its control, above it without room, never outside the window.
 */
type FloatSide = "start" | "end" | "above";

const GAP_PX = 4;
const EDGE_PX = 8;

/** Class names that place a popover next to its control (its implicit anchor). */
export const FLOAT: Record<FloatSide, string> = {
  start: "m-0 my-1 [position-area:bottom_span-right] [position-try-fallbacks:flip-block,flip-inline]",
  end: "m-0 my-1 [position-area:bottom_span-left] [position-try-fallbacks:flip-block,flip-inline]",
  above: "m-0 my-1.5 [position-area:top] [position-try-fallbacks:flip-block]",
};

type Box = { top: number; left: number; width: number; height: number };

/** The position of a panel of `size` next to `anchor`, inside a window of `space`. */
export function placeBeside(
  anchor: Box,
  size: { width: number; height: number },
  space: { width: number; height: number },
  side: FloatSide,
): { top: number; left: number } {
  const below = anchor.top + anchor.height + GAP_PX;
  const above = anchor.top - size.height - GAP_PX;
  const fitsBelow = below + size.height <= space.height - EDGE_PX;
  const fitsAbove = above >= EDGE_PX;
  const up = side === "above" ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const lefts = {
    start: anchor.left,
    end: anchor.left + anchor.width - size.width,
    above: anchor.left + anchor.width / 2 - size.width / 2,
  };
  const most = Math.max(EDGE_PX, space.width - size.width - EDGE_PX);
  return { top: up ? above : below, left: Math.min(Math.max(lefts[side], EDGE_PX), most) };
}

/**
 * Opens a popover next to its control. Without anchor positioning a script sets the position
 * through the style object, because the content security policy forbids the attribute.
 */
export function openBeside(panel: HTMLElement, control: HTMLElement, side: FloatSide): void {
  if (!panel.isConnected || panel.matches(":popover-open")) return;
  // `source` makes the control the implicit anchor; older browsers ignore it.
  panel.showPopover({ source: control } as never);
  if (CSS.supports("position-area", "bottom")) return;
  const place = placeBeside(
    control.getBoundingClientRect(),
    panel.getBoundingClientRect(),
    { width: window.innerWidth, height: window.innerHeight },
    side,
  );
  Object.assign(panel.style, {
    position: "fixed",
    inset: "auto",
    margin: "0",
    top: `${place.top}px`,
    left: `${place.left}px`,
  });
}
