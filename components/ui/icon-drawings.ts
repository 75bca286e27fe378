import { ICON_PATHS } from "./icon-paths";

// A ring, a diamond, a filled triangle and a filled octagon; all but the ring carry an exclamation
// mark.
const RISKS = {
  low: '<circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" stroke-width="1.6"/>',
  medium:
    '<path d="M8 2 14 8 8 14 2 8Z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>' +
    '<path d="M8 5.4v3" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>' +
    '<circle cx="8" cy="10.5" r=".85" fill="currentColor"/>',
  high:
    '<path d="M8 2 14.5 13.5h-13Z" fill="currentColor" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round"/>' +
    '<path d="M8 6.2v3.3" stroke="var(--risk-high-bg)" stroke-width="1.6" stroke-linecap="round"/>' +
    '<circle cx="8" cy="11.5" r=".95" fill="var(--risk-high-bg)"/>',
  critical:
    '<path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3Z" fill="currentColor"/>' +
    '<path d="M8 4.4v4.2" stroke="var(--risk-critical)" stroke-width="1.7" stroke-linecap="round"/>' +
    '<circle cx="8" cy="11.1" r="1" fill="var(--risk-critical)"/>',
};

const BARS = [1, 2, 3];

/** A number of three bars, the others faint. */
const barsOf = (full: number) =>
  BARS.map((bar) => {
    const height = bar * 3.6;
    const place = `x="${(bar - 1) * 4 + 0.5}" y="${12 - height}" width="3" height="${height}" rx=".8"`;
    return `<rect ${place} fill="currentColor"${bar <= full ? "" : ' opacity=".25"'}/>`;
  }).join("");

/** The drawings of all icons, risks and bars, as markup. */
export function drawings(): string {
  const icons = Object.entries(ICON_PATHS).map(
    ([name, path]) => `<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
  );
  const risks = Object.entries(RISKS).map(
    ([name, shape]) => `<symbol id="risk-${name}" viewBox="0 0 16 16">${shape}</symbol>`,
  );
  const bars = BARS.map((full) => `<symbol id="bars-${full}" viewBox="0 0 12 12">${barsOf(full)}</symbol>`);
  return [...icons, ...risks, ...bars].join("");
}
