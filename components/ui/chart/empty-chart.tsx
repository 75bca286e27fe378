/** In the place of a chart that has nothing to draw. */
export function NothingCounted() {
  return <p className="text-sm text-fg-muted">Nothing was counted here.</p>;
}
