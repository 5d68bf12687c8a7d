/**
 * A frame of another site may be refused its storage: browsers that keep sites apart throw where it is only named
 * (decision 105, docs/open-sip.md). What would be kept lives as long as the page then. Comes before whatever reads it.
 */
class PageStorage implements Storage {
  readonly [key: string]: unknown;
  get length(): number {
    return Object.keys(this).length;
  }
  key(at: number): string | null {
    return Object.keys(this)[at] ?? null;
  }
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: String(value) });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}

const isRefused = (name: 'localStorage' | 'sessionStorage'): boolean => {
  try {
    return !window[name];
  } catch {
    return true;
  }
};

/** Puts the page's own in the place of each that is refused. */
export const standInForStorage = (): void => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    if (isRefused(name)) Object.defineProperty(window, name, { value: new PageStorage(), configurable: true });
};

standInForStorage();
