/** Whether a report is asked for as JSON: by its parameter, else by what the Accept header names first. */
export function wantsJson(asked: "markdown" | "json" | undefined, accept: string | null): boolean {
  if (asked !== undefined) return asked === "json";
  const [json, markdown] = ["application/json", "text/markdown"].map((type) => (accept ?? "").indexOf(type));
  return json !== undefined && json >= 0 && (markdown === undefined || markdown < 0 || json < markdown);
}
