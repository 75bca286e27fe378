/** The message about a list, or about its first invalid member. */
export function firstOf(fields: Readonly<Record<string, string>>, name: string): string | undefined {
  return fields[name] ?? Object.entries(fields).find(([key]) => key.startsWith(`${name}/`))?.[1];
}
