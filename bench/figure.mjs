// One line of the table printed by `npm run bench`.

const short = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/**
 * A measured value and whether it meets its goal, which applies to the ratio if there is one.
 * @param {string} line its label
 * @param {{ value: number, unit: string, base?: number, of?: string, least?: number, most?: number
 * }} measured `base` is the value of the baseline `of` in the same unit
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
