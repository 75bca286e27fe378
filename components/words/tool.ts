/** The share of a tool's calls that failed, of those that ran. */
export function failedWords({ failed, ran, held }: { failed: number; ran: number; held: number }): string {
  if (ran + held === 0) return "no call yet";
  const part = failed === 0 ? "none" : percent(failed, ran);
  const share = ran === 0 ? "none ran" : `${part} of the ${ran.toLocaleString("en")} that ran failed`;
  return held === 0 ? share : `${share}; ${held.toLocaleString("en")} held back`;
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const share = (part / whole) * 100;
  return share > 0 && share < 1 ? "< 1 %" : `${Math.round(share)} %`;
}
