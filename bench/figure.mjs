// One line of the table printed by `npm run bench`.

const short = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/**
 * What was measured, and whether it reaches its goal. The goal is held against the ratio where there is one, else against the value.
 * @param {string} line what it is
 * @param {{ value: number, unit: string, base?: number, of?: string, least?: number, most?: number }} measured `base` is what the baseline
 *   `of` reached in the same unit
 */
export function figure(line, { value, unit, base, of, least, most }) {
  const ratio = base === undefined ? undefined : value / base;
  const judged = ratio ?? value;
  const met = (least === undefined || judged >= least) && (most === undefined || judged <= most);
  const goal = least === undefined ? (most === undefined ? "" : `≤ ${most}`) : `≥ ${least}`;
  return {
    line,
    measured: `${short(value)} ${unit}`,
    ratio: ratio === undefined ? "" : short(ratio),
    of: of ?? "",
    goal,
    met: goal === "" ? "" : met ? "yes" : "no",
  };
}
