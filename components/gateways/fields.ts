/** A message about a list, or about one of its members. */
export function firstOf(fields: Readonly<Record<string, string>>, name: string): string | undefined {
  return fields[name] ?? Object.entries(fields).find(([key]) => key.startsWith(`${name}/`))?.[1];
}
