import type { CalleeLine, Understood } from '../conversation/index.ts';
import type { Meant, MeantValue } from './meant.ts';
import type { Said } from './said.ts';

/*
 * What a callee meant held against what the robot heard: each of its turns beside the line of the talk that came of it. What
 * was said where nobody listened (a greeting, into a prompt) is no turn.
 */

/** Rows and columns of the table of a town's calls. */
export type MeantKind = 'answer' | 'yes' | 'no' | 'refuse' | 'intent' | 'key' | 'question' | 'chat';
type HeardKind = Exclude<MeantKind, 'chat'> | 'otherAnswer' | 'notUnderstood';

/** `missed`: asked back, which is polite; `wrong`: taken for something else. */
type Hearing = 'right' | 'missed' | 'wrong';

export interface HeardTurn {
  /** Of the talk's lines, by its number. */
  readonly line: number;
  readonly node: string;
  readonly sentence: string;
  /** As it arrived. */
  readonly heard: string;
  readonly meant: MeantKind;
  readonly as: HeardKind;
  /** The merchant's name of what it was heard as, or the value kept. */
  readonly detail: string;
  readonly hearing: Hearing;
}

/** A whole line of the callee: of a talk, or of its record. */
export interface HeardLine extends Pick<CalleeLine, 'line' | 'text' | 'node' | 'understood' | 'missed'> {
  readonly kept: readonly Kept[];
}
type Kept = Pick<CalleeLine['kept'][number], 'value' | 'when'>;

/** `meansOf`: what an intent is taken for. */
export const heardTurns = (
  said: readonly Said[],
  lines: readonly HeardLine[],
  meansOf: (intent: string) => MeantKind,
): readonly HeardTurn[] => {
  /** Where to look for the next one: several sentences may be one line, and the same one may come twice. */
  let from = { line: 0, at: 0 };
  return said.flatMap(({ sentence, heard, meant, isKeys }) => {
    // The key that ends them is none of them.
    const words = isKeys ? heard.replace(/#$/, '') : heard;
    const placeIn = ({ text }: HeardLine, n: number) => text.indexOf(words, n === from.line ? from.at : 0);
    const at = lines.findIndex((line, n) => n >= from.line && placeIn(line, n) >= 0);
    const line = lines[at];
    if (line === undefined) return [];
    from = { line: at, at: placeIn(line, at) + words.length };
    const { understood, missed } = line;
    const wasAwaited = understood !== null || (missed && !isKeys);
    if (meant === null || !wasAwaited) return [];
    const [answer] = line.kept;
    const as = heardKind(understood, meant, answer, meansOf);
    const turn = { line: line.line, node: line.node, sentence, heard, meant: meantKind(meant), as };
    const detail = answer?.value ?? understood?.name ?? '';
    return [{ ...turn, detail, hearing: judged(meant, as, understood) }];
  });
};

const meantKind = (meant: Meant): MeantKind => {
  if (meant.type !== 'way') return meant.type;
  if (meant.means !== null) return meant.means;
  return meant.exit.startsWith('key:') ? 'key' : 'intent';
};

const heardKind = (
  understood: Understood | null,
  meant: Meant,
  kept: Kept | undefined,
  meansOf: (intent: string) => MeantKind,
): HeardKind => {
  if (understood === null) return 'notUnderstood';
  const { meaning, by } = understood;
  if (by === 'wish') return 'refuse';
  if (meaning === 'outside')
    return meant.type === 'answer' && meant.value.of === 'date' && meant.value.isOutside ? 'answer' : 'otherAnswer';
  if (kept !== undefined || meaning === 'collected')
    return meant.type === 'answer' && kept !== undefined && isSame(meant.value, kept) ? 'answer' : 'otherAnswer';
  if (meaning.startsWith('knowledge:')) return 'question';
  if (meaning.startsWith('key:')) return 'key';
  if (meaning === 'yes' || meaning === 'no' || meaning === 'refuse') return meaning;
  const kind = meansOf(meaning.replace('intent:', ''));
  return kind === 'yes' || kind === 'no' || kind === 'refuse' ? kind : 'intent';
};

const NOON = 12 * 60;

const isSame = (value: MeantValue, { value: kept, when }: Kept): boolean => {
  switch (value.of) {
    case 'text':
      return true;
    case 'option':
      // A long one is cut where it travels.
      return kept.startsWith(value.value);
    case 'digits':
      return kept === value.value;
    case 'figure': {
      // 三百来块 is kept as 300-390.
      const [from = Number.NaN, to = from] = kept.split('-').map(Number);
      return from <= value.value && value.value <= to;
    }
    case 'date': {
      if (when === undefined || value.isOutside) return false;
      const [day, ...others] = when.days;
      if (day?.from !== value.day || day.to !== value.day || others.length > 0) return false;
      if (when.time !== null) {
        const isExact = value.minute === null || when.time.from === value.minute;
        return isExact && when.time.from < NOON === (value.half === 0);
      }
      const isMorning = when.part === 'morning' || when.part === 'dawn';
      return when.part === null || isMorning === (value.half === 0);
    }
  }
};

const judged = (meant: Meant, as: HeardKind, understood: Understood | null): Hearing => {
  if (as === 'notUnderstood') return 'missed';
  switch (meant.type) {
    case 'answer':
      return as === 'answer' ? 'right' : 'wrong';
    case 'question':
      // Of his own words nobody knows which of its answers the plan has for them; it may also have an intent.
      if (meant.item === null) return rightIf(as === 'question' || as === 'intent');
      return rightIf(understood?.meaning === `knowledge:${meant.item}`);
    case 'chat':
      return rightIf(as !== 'refuse' && as !== 'no' && as !== 'otherAnswer');
    case 'way':
      // A no and a refusal are told apart by the plan, not by who says them.
      if (meant.means === 'no' || meant.means === 'refuse') return rightIf(as === 'no' || as === 'refuse');
      if (meant.means === 'yes') return rightIf(as === 'yes');
      return rightIf(understood?.meaning === meant.exit);
  }
};
const rightIf = (is: boolean): Hearing => (is ? 'right' : 'wrong');
