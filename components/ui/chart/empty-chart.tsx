/** Replaces a chart without data. */
export function NothingCounted() {
  return <p className="text-sm text-fg-muted">Nothing was counted here.</p>;
}
