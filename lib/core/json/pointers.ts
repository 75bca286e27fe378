/** Joins path segments to an RFC 6901 pointer. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path segments of an RFC 6901 pointer; those of list items are digits. */
export function fromPointer(pointer: string): string[] {
  const parts = pointer.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The members, and the places in lists, that a pointer leads through. */
export function pathOf(pointer: string): (string | number)[] {
  return fromPointer(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The pointer that a reference within a document stands for, `#/$defs/a%20b`; null where it leads elsewhere. */
export function pointerIn(reference: string): string | null {
  if (!reference.startsWith("#/")) return null;
  const pointer = reference.slice(1);
  try {
    return decodeURIComponent(pointer);
  } catch {
    // A stray percent sign: it was not written as one.
    return pointer;
  }
}
