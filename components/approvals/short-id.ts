/** The end of an id, its random part: enough to tell the ids on one page apart. */
export function shortId(id: string): string {
  return `…${id.slice(-8)}`;
}
