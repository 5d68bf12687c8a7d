/**
 * Every key that does something by itself, by where it holds: what listens asks here, and the sheet of keys shows it. A
 * stroke is the name the browser gives the key, `ctrl+` before it for Ctrl or ⌘; what it does is said in the words of
 * the frame, by the same names.
 */
export const keys = {
  everywhere: { palette: ['ctrl+k'], search: ['/'], before: ['['], after: [']'], sheet: ['?'] },
  call: { dial: ['/'], mute: ['m'], hold: ['h'], answer: ['Enter'] },
  list: { walk: ['ArrowUp', 'ArrowDown'], ends: ['Home', 'End'], open: ['Enter'], choose: [' '] },
  drawer: { walk: ['ArrowUp', 'ArrowDown'], close: ['Escape'] },
  record: { play: [' '], back: ['ArrowLeft'], on: ['ArrowRight'] },
  followUp: {
    play: [' '],
    level: ['a', 'b', 'c', 'd', 'e', 'f'],
    done: ['Enter'],
    note: ['n'],
    leave: ['Escape', 'ctrl+Enter'],
    walk: ['ArrowUp', 'ArrowDown'],
  },
  console: {
    option: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    submit: ['ctrl+Enter'],
    minimise: ['Escape'],
  },
  plan: {
    arrows: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'],
    enter: ['Enter', ' '],
    add: ['n'],
    remove: ['Delete', 'Backspace'],
    undo: ['ctrl+z'],
    redo: ['ctrl+y'],
    clipboard: ['ctrl+c', 'ctrl+x', 'ctrl+v'],
    all: ['ctrl+a'],
    duplicate: ['ctrl+d'],
    search: ['ctrl+f'],
    leave: ['Escape'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export type KeyArea = keyof typeof keys;

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Shift says nothing of its own: it is in the sign it makes, and what minds it asks for it. */
export const strokeOf = ({ key, ctrlKey, metaKey, altKey }: Pressed): string =>
  `${altKey ? 'alt+' : ''}${ctrlKey || metaKey ? 'ctrl+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;

export const presses = (event: Pressed, strokes: readonly string[]): boolean => strokes.includes(strokeOf(event));

const fields = 'input, select, textarea, [contenteditable]:not([contenteditable="false"]), [role="combobox"]';
/** Happened in a field, which keeps its letters, arrows and blanks: a key that does something elsewhere does nothing there. */
export const isTyping = ({ target }: Pick<Event, 'target'>): boolean =>
  target instanceof Element && target.closest(fields) !== null;

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** As it stands on the keyboard; `space` is the word for the key that has no sign. */
export const keyCap = (stroke: string, space: string): string => {
  const [key = '', ...held] = stroke.split('+').toReversed();
  const isLetter = key.length === 1;
  const cap = key === ' ' ? space : (signs[key] ?? (held.length > 0 && isLetter ? key.toUpperCase() : key));
  return held.length > 0 ? `Ctrl ${cap}` : cap;
};
