import { coloursOf, type Mode, type ThemeName, themes } from './tokens.ts';

/** What the person chose: follow the system, or one of both. */
export type Choice = 'auto' | Mode;
const choices: readonly Choice[] = ['auto', 'light', 'dark'];
const storageKey = 'lx.appearance';

/** How large the text of a page is, in px of a browser that nobody set otherwise; the scales of `tokens.css` follow. */
export const typeSizes = [13, 14, 16] as const;
type TypeSize = (typeof typeSizes)[number];
const usualSize: TypeSize = 14;
const sizeKey = 'lx.type';

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const readChoice = (): Choice => {
  const kept = localStorage.getItem(storageKey);
  return choices.find(choice => choice === kept) ?? 'auto';
};
const readSize = (): TypeSize => {
  const kept = Number(localStorage.getItem(sizeKey));
  return typeSizes.find(size => size === kept) ?? usualSize;
};

interface Appearance {
  readonly theme: ThemeName;
  /** The branding's own colour; empty: the theme's. */
  readonly colour: string;
  readonly choice: Choice;
  readonly mode: Mode;
  readonly size: TypeSize;
}

const modeOf = (choice: Choice): Mode => (choice === 'auto' ? (systemDark.matches ? 'dark' : 'light') : choice);
const themeOf = (name: string | undefined): ThemeName => (name && name in themes ? (name as ThemeName) : 'default');
/** The server has written the branding's theme into the page. */
let current: Appearance = {
  theme: themeOf(document.documentElement.dataset.theme),
  colour: '',
  choice: readChoice(),
  mode: modeOf(readChoice()),
  size: readSize(),
};
const listeners = new Set<() => void>();

/** Colours as CSS variables on the root. All change at once: what fades from one to the other is drawn for it again and again. */
const apply = () => {
  const root = document.documentElement;
  root.dataset.still = '';
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.still));
  root.dataset.theme = current.theme;
  root.dataset.mode = current.mode;
  root.dataset.type = String(current.size);
  root.style.colorScheme = current.mode;
  for (const [token, value] of Object.entries(coloursOf(current.theme, current.mode, current.colour)))
    root.style.setProperty(`--${token}`, value);
  for (const listener of listeners) listener();
};

const change = (part: Partial<Appearance>) => {
  const choice = part.choice ?? current.choice;
  current = { ...current, ...part, choice, mode: modeOf(choice) };
  apply();
};

export const appearance = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => current,
  takeTheme: (theme: string, colour: string) => change({ theme: themeOf(theme), colour }),
  choose: (choice: Choice) => {
    localStorage.setItem(storageKey, choice);
    change({ choice });
  },
  chooseSize: (size: TypeSize) => {
    localStorage.setItem(sizeKey, String(size));
    change({ size });
  },
  /** What was laid out for the usual size takes so much more or less room. */
  scale: () => current.size / usualSize,
};

systemDark.addEventListener('change', () => change({}));
apply();
