// Uses web APIs only, so that it runs in browsers too.

/** Well-formed text as base64url of its UTF-8. */
export function toBase64url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that was encoded; null for anything that is not base64url of UTF-8. */
export function fromBase64url(encoded: string): string | null {
  if (!/^[\w-]*$/.test(encoded)) return null;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // invalid base64 length, or bytes that are no UTF-8
  }
}
