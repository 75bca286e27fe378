import type { Mentionable } from "./types";

type Person = { id: string; name: string; email: string };

const plain = (text: string) => text.normalize("NFC").toLowerCase();

// A character that continues a word, before the @ or after the name.
const WORD = /[\p{L}\p{N}_]/u;

/** The text after the @: the name, or the email address if two people share it. */
export function handlesOf(people: readonly Person[]): Mentionable[] {
  const sharing = new Map<string, number>();
  for (const { name } of people) sharing.set(plain(name), (sharing.get(plain(name)) ?? 0) + 1);
  return people.map(({ id, name, email }) => {
    const shared = (sharing.get(plain(name)) ?? 0) > 1;
    return { id, name, handle: shared ? email : name };
  });
}

/**
 * The people that a text mentions: an @ before the whole name or address, in any case; the longest
 * match. A shared name mentions no one; the addresses do.
 */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  const handles = [
    ...people.map(({ id, email }) => ({ id, handle: plain(email) })),
    ...handlesOf(people).map(({ id, handle }) => ({ id, handle: plain(handle) })),
  ].toSorted((a, b) => b.handle.length - a.handle.length);
  const said = plain(text);
  const found = new Set<string>();
  for (let at = said.indexOf("@"); at >= 0; at = said.indexOf("@", at + 1)) {
    if (at > 0 && WORD.test(said.charAt(at - 1))) continue;
    const meant = handles.find(
      ({ handle }) => said.startsWith(handle, at + 1) && !WORD.test(said.charAt(at + 1 + handle.length)),
    );
    if (meant) found.add(meant.id);
  }
  return [...found];
}
