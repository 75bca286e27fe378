/** A length along the chart's width, in percent: charts stretch, their text does not. */
export type Percent = `${number}%`;

/** A number as a percentage length. */
export const percent = (value: number): Percent => `${Math.round(value * 1000) / 1000}%`;

type Share = { from: number; share: number; x: Percent; width: Percent };

/**
 * Parts of a whole as positions along its width. A zero whole has no parts.
 * @param least the smallest share at which a part that is not zero is drawn, so that it stays visible
 */
export function shares(values: readonly number[], least = 0): Share[] {
  const sum = values.reduce((all, value) => all + Math.max(0, value), 0);
  const drawn = values.map((value) => (value > 0 ? Math.max(value, least * sum) : 0));
  const total = drawn.reduce((all, value) => all + value, 0);
  if (total === 0) return values.map(() => ({ from: 0, share: 0, x: "0%", width: "0%" }));
  let from = 0;
  return drawn.map((value) => {
    const share = value / total;
    const part = { from, share, x: percent(from * 100), width: percent(share * 100) };
    from += share;
    return part;
  });
}

/** "82 %", "<1 %", "0 %": never rounds something to nothing, nor nearly all to all. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.01) return "<1 %";
  if (share < 1 && share > 0.99) return ">99 %";
  return `${Math.round(share * 100)} %`;
}

/**
 * The place of a failure rate on its scale, from 0 to 1, by its root: this spreads the rates
 * around the lines at 5 % and 20 %.
 */
export const ratePlace = (rate: number): number => Math.sqrt(Math.min(1, Math.max(0, rate)));
