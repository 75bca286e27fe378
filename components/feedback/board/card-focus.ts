const columnsOf = (board: ParentNode) => [...board.querySelectorAll<HTMLElement>("[data-column]")];

const cardsOf = (column: ParentNode) => [...column.querySelectorAll<HTMLElement>("a[data-key=row]")];

/** The card an arrow key moves to: along its column, or to the nearest column with cards. */
export function cardBeside(board: ParentNode, from: EventTarget, key: string): HTMLElement | null {
  if (!(from instanceof HTMLElement) || !from.matches("a[data-key=row]")) return null;
  const columns = columnsOf(board);
  const column = columns.findIndex((one) => one.contains(from));
  const here = columns[column];
  if (!here) return null;
  const at = cardsOf(here).indexOf(from);
  if (key === "ArrowUp" || key === "ArrowDown")
    return cardsOf(here)[at + (key === "ArrowUp" ? -1 : 1)] ?? null;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const onward = key === "ArrowRight" ? columns.slice(column + 1) : columns.slice(0, column).toReversed();
  const cards = onward.map(cardsOf).find((one) => one.length > 0);
  return cards?.[Math.min(at, cards.length - 1)] ?? null;
}

/**
 * The card that follows one in its column, or else the one before it: where the focus goes when it
 * leaves.
 */
export function cardNextTo(board: ParentNode | null, id: string): string | null {
  const column = board && columnsOf(board).find((one) => one.querySelector(`a[data-id="${CSS.escape(id)}"]`));
  if (!column) return null;
  const cards = cardsOf(column).map((card) => card.dataset.id ?? null);
  const at = cards.indexOf(id);
  return cards[at + 1] ?? cards[at - 1] ?? null;
}
