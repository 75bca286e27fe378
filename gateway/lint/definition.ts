export type Json = null | boolean | number | string | Json[] | JsonObject;

export type JsonObject = { [key: string]: Json };

/** A tool's definition. Members of a wrong type count as missing. */
export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: JsonObject;
  annotations: JsonObject;
  /** The gateway's rating, if any. */
  risk: string | null;
  /** Whether its provider publishes a cheatsheet. */
  cheatsheet: boolean;
};

/** What the lint knows besides the definition. */
export type Surroundings = {
  /** Names of all tools of the provider, including this one. */
  names: readonly string[];
  serverManaged: readonly string[];
  /** Pointers of undescribed parameters with their own remark, besides the tool's. */
  apart?: readonly string[];
};

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An own member of the object, so not `__proto__` and the like. */
export function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = member(object, key);
  return isObject(value) ? value : {};
};

export const textAt = (object: JsonObject, key: string): string => {
  const value = member(object, key);
  return typeof value === "string" ? value : "";
};

export const listAt = (object: JsonObject, key: string): Json[] => {
  const value = member(object, key);
  return Array.isArray(value) ? value : [];
};

export const textsAt = (object: JsonObject, key: string): string[] =>
  listAt(object, key).filter((item) => typeof item === "string");

export const pointerOf = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Reads one tool of a tools/list; null when it is none. */
export function definitionFrom(value: Json | undefined): ToolDefinition | null {
  if (!isObject(value) || textAt(value, "name") === "") return null;
  return {
    name: textAt(value, "name"),
    description: textAt(value, "description"),
    inputSchema: objectAt(value, "inputSchema"),
    annotations: objectAt(value, "annotations"),
    risk: textAt(value, "risk") || null,
    cheatsheet: textAt(value, "cheatsheet") !== "",
  };
}
