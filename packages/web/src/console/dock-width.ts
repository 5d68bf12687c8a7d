/** How wide the console lies at the right of the sheet, in px; kept in this browser. */
export const narrowest = 420;
export const widest = 720;
const storageKey = 'lx.console.width';
export const keyStep = 20;

export const clampWidth = (px: number): number => Math.round(Math.min(widest, Math.max(narrowest, px)));

/** Null: none was drawn yet, so the page beside comes first (`dock.css`). */
export const keptWidth = (): number | null => {
  const kept = Number(localStorage.getItem(storageKey));
  return Number.isFinite(kept) && kept > 0 ? clampWidth(kept) : null;
};

export const keepWidth = (px: number): void => localStorage.setItem(storageKey, String(clampWidth(px)));
