/**
 * Whether a stored value has the members and types of another. An older or newer page may have
 * stored it in another form. A member that is null fits any.
 */
export function isLike<T>(value: unknown, model: T): value is T {
  if (model === null) return true;
  if (Array.isArray(model)) return Array.isArray(value);
  if (typeof model !== "object") return typeof value === typeof model;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const known = value as Readonly<Record<string, unknown>>;
  return Object.entries(model).every(
    ([name, member]) => name in known && (known[name] === null || isLike(known[name], member)),
  );
}
