/**
 * Puts T.140 chunks together to lines: the words so far while a sentence is being typed or spoken, the whole sentence at
 * its end (line separator U+2028 or CR LF, T.140 §8). A backspace (U+0008) takes the last character back, but never
 * reaches behind a finished sentence: that one has been heard already.
 */
export type TextLine =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'sentence'; readonly text: string };

export interface TextLines {
  /** At most one `words` at the end: the state after the chunk. */
  readonly push: (chunk: string) => readonly TextLine[];
  /** What stands there unfinished becomes a sentence (the speaker hung up, or paused long). */
  readonly finish: () => readonly TextLine[];
}

/** Nobody speaks a longer sentence; beyond it the line is cut. */
const MAX_CHARACTERS = 1_000;

export const createTextLines = (): TextLines => {
  let characters: string[] = [];
  let endedByReturn = false;

  const end = (): readonly TextLine[] => {
    const text = characters.join('').trim();
    characters = [];
    return text === '' ? [] : [{ kind: 'sentence', text }];
  };

  const type = (character: string): readonly TextLine[] => {
    const afterReturn = endedByReturn;
    endedByReturn = character === '\r';
    if (character === '\n' && afterReturn) return [];
    if (character === '\u2028' || character === '\u2029' || character === '\r' || character === '\n') return end();
    if (character === '\b') characters.pop();
    else if (character >= ' ' && character !== '\u007F' && character !== '\uFEFF') characters.push(character);
    return characters.length >= MAX_CHARACTERS ? end() : [];
  };

  return {
    push: chunk => {
      const before = characters.join('');
      const lines = [...chunk].flatMap(type);
      const now = characters.join('').trim();
      const changed = lines.length > 0 ? now !== '' : now !== before.trim();
      return changed ? [...lines, { kind: 'words', text: now }] : lines;
    },
    finish: end,
  };
};
