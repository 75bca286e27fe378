/**
 * Whether a stored value has the members and types of another. An older or newer page may have
 * stored it in another form.
 */
export function isLike<T>(value: unknown, model: T): value is T {
  if (model === null || value === null) return model === null || value === null;
  if (Array.isArray(model)) return Array.isArray(value);
  if (typeof model !== "object") return typeof value === typeof model;
  if (typeof value !== "object" || Array.isArray(value)) return false;
  const known = value as Readonly<Record<string, unknown>>;
  return Object.entries(model).every(([name, member]) => name in known && isLike(known[name], member));
}
