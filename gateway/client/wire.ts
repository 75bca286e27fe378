/**
 * The only conversion between snake_case (wire) and camelCase (TypeScript). Opaque data of the tool
 * or the caller keeps its keys.
 */
const OPAQUE = [
  "arguments",
  "result",
  "correlation",
  "facts",
  "approved",
  "received",
  "annotations",
  "inputSchema",
  "outputSchema",
] as const;

export type Opaque = (typeof OPAQUE)[number];

const isOpaque = (key: string) => (OPAQUE as readonly string[]).includes(key);

const camelKey = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snakeKey = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function rename(value: unknown, renameKey: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, renameKey));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      isOpaque(key)
        ? [key === "inputSchema" || key === "outputSchema" ? key : renameKey(key), inner]
        : [renameKey(key), rename(inner, renameKey)],
    ),
  );
}

/**
 * camelCase → snake_case. Omits undefined members, because the API refuses unknown or empty ones.
 */
export function toWire(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(rename(value, snakeKey))) as Record<string, unknown>;
}

/**
 * snake_case → camelCase. The caller names the type; the contract guarantees it, not this function.
 */
export function fromWire<T>(value: unknown): T {
  return rename(value, camelKey) as T;
}
