/** Emergency numbers are shorter, a merchant's callees longer. */
const EXTENSION = /^[1-9]\d{3,4}$/;

/** A colleague's short number as it was typed, full-width digits too; null: it is none. */
export const extensionOf = (typed: string): number | null => {
  const text = typed.normalize('NFKC').trim();
  return EXTENSION.test(text) ? Number(text) : null;
};
