/** The random end of an id, enough to distinguish the ids on one page. */
export function shortId(id: string): string {
  return `…${id.slice(-8)}`;
}
