// With fewer members, scanning is faster than building a set.
const LOOKED_THROUGH_MAX = 16;

type Read = { readonly members: readonly { readonly key: string }[]; seen: Set<string> | null };

/** Whether an object that is being read has a member of the name. */
export function isMember(object: Read, key: string): boolean {
  if (object.members.length < LOOKED_THROUGH_MAX) {
    for (const member of object.members) if (member.key === key) return true;
    return false;
  }
  object.seen ??= new Set(object.members.map((member) => member.key));
  if (object.seen.has(key)) return true;
  object.seen.add(key);
  return false;
}
