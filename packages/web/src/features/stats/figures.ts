import type { StatFigures, StatShare } from '@lianxian/contract';
import { amount, clock, count } from '../../ui/format.ts';

/** Null: there is nothing it would be a part of. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
export const percent = (part: number | null): string => (part === null ? '—' : `${(part * 100).toFixed(1)}%`);

/** Of calls those that were answered; of these what came of them. */
export const shareOf = (of: StatFigures, name: StatShare): number | null =>
  share(of[name], name === 'answered' ? of.calls : of.answered);

const signed = (difference: number, text: string): string =>
  `${difference < 0 ? '−' : difference > 0 ? '+' : '±'}${text}`;

interface Read {
  /** Null: there is none. */
  readonly of: (figures: StatFigures) => number | null;
  readonly say: (value: number | null) => string;
  /** How it moved; null: it cannot be said. */
  readonly than: (now: number, before: number) => string | null;
}
const inPoints: Read['than'] = (now, before) => signed(now - before, percent(Math.abs(now - before)));
const inParts: Read['than'] = (now, before) =>
  before === 0 ? null : signed(now - before, percent(Math.abs(now / before - 1)));
const counted = (of: Read['of']): Read => ({
  of,
  say: value => (value === null ? '—' : count(value)),
  than: inParts,
});
const shared = (name: StatShare): Read => ({ of: figures => shareOf(figures, name), say: percent, than: inPoints });

/** How each figure is made of what was counted, read and compared. */
export const reads = {
  calls: counted(({ calls }) => calls),
  numbers: counted(({ numbers }) => numbers),
  seized: counted(({ seized }) => seized),
  missed: counted(({ missed }) => missed),
  answered: shared('answered'),
  heard: shared('heard'),
  completed: shared('completed'),
  good: shared('good'),
  turns: {
    of: ({ turns, answered }) => share(turns, answered),
    say: value => (value === null ? '—' : value.toFixed(1)),
    than: (now, before) => signed(now - before, Math.abs(now - before).toFixed(1)),
  },
  talk: {
    of: ({ talkMs, answered }) => share(talkMs, answered),
    say: value => (value === null ? '—' : clock(value)),
    than: (now, before) => signed(now - before, clock(Math.abs(now - before))),
  },
  cost: {
    of: ({ cost }) => Number(cost),
    say: value => `¥ ${amount((value ?? 0).toFixed(2))}`,
    than: inParts,
  },
} as const satisfies Readonly<Record<string, Read>>;
export type ReadName = keyof typeof reads;

export const isShare = (name: ReadName): name is StatShare & ReadName =>
  name === 'answered' || name === 'heard' || name === 'completed' || name === 'good';

/** How it moved since the days before; null: there is nothing to compare with. */
export const thanBefore = (name: ReadName, now: StatFigures, before: StatFigures): string | null => {
  const read: Read = reads[name];
  const [one, other] = [read.of(now), read.of(before)];
  return one === null || other === null || before.calls === 0 ? null : read.than(one, other);
};
