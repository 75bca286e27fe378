export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Path segments of an RFC 6901 pointer. List items are digits. */
export function fromPointer(pointer: string): string[] {
  const parts = pointer.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Members and list indexes of a pointer. */
export function pathOf(pointer: string): (string | number)[] {
  return fromPointer(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The pointer of a local reference such as `#/$defs/a%20b`; null for other references. */
export function pointerIn(reference: string): string | null {
  if (!reference.startsWith("#/")) return null;
  const pointer = reference.slice(1);
  try {
    return decodeURIComponent(pointer);
  } catch {
    // A stray percent sign: the reference is not encoded.
    return pointer;
  }
}
