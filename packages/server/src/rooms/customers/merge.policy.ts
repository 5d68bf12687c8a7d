/**
 * Two people at one customer (decision 113). Who saves says which version was before him. Since then others may have changed fields:
 * where he left such a field as it was, theirs stays; where both changed it, and not to the same, nothing of his is
 * saved, and he is told who and what.
 */

/** What one change did to a field. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}
/** A change after the version he had, the oldest first. */
export interface LaterChange {
  readonly by: string;
  readonly fields: readonly FieldChange[];
}

type Words = Readonly<Record<string, string>>;

type Merged =
  | { readonly changes: readonly FieldChange[] }
  | { readonly who: string; readonly fields: readonly string[] };

/** @param now what stands there; `given`: what he wants there; `later`: what came between. */
export const mergeWords = (now: Words, given: Partial<Words>, later: readonly LaterChange[]): Merged => {
  const seen = new Map<string, string>();
  const whose = new Map<string, string>();
  for (const { by, fields } of later)
    for (const { field, before } of fields) {
      if (!seen.has(field)) seen.set(field, before);
      whose.set(field, by);
    }
  const changed = Object.entries(given).flatMap(([field, after]) => {
    const before = now[field] ?? '';
    return after === undefined || after === before || after === seen.get(field) ? [] : [{ field, before, after }];
  });
  const fought = changed.filter(({ field }) => seen.has(field));
  if (fought.length === 0) return { changes: changed };
  return { who: whose.get(fought[0]!.field) ?? '', fields: fought.map(({ field }) => field) };
};
