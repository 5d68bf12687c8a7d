import type { nodeStatEndpoints, OutputOf } from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import type { CutCall, EndedCall } from './ended.store.ts';

type Ended = OutputOf<typeof nodeStatEndpoints.ended>;

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const endedView = (row: EndedCall, seesPhones: boolean): Ended['list'][number] => ({
  id: row.id,
  phone: seesPhones ? row.phone : maskPhone(row.phone),
  talkMs: row.talkMs,
  level: row.level,
  how: row.endedHow ?? 'stopped',
  atMs: row.beganMs,
  endedAt: row.listedAt.toISOString(),
});

/** A Chinese voice says some four characters a second; good enough to say which words were being said. */
const MS_A_CHARACTER = 240;
const FEWEST_CUTS = 3;
const WORDS_SHOWN = 6;

/** Where in its sentence most of them hung up: the median, and the words of the commonest sentence there. */
export const cutView = (cuts: readonly CutCall[]): Ended['cut'] => {
  const times = cuts.flatMap(({ endedMs }) => endedMs ?? []).toSorted((a, b) => a - b);
  if (times.length < FEWEST_CUTS) return null;
  const ms = times[Math.floor(times.length / 2)]!;
  const texts = [...Map.groupBy(cuts, ({ text }) => text ?? '')].toSorted(([, a], [, b]) => b.length - a.length);
  const text = texts[0]?.[0] ?? '';
  const at = Math.min(Math.floor(ms / MS_A_CHARACTER), Math.max(0, text.length - 1));
  return { ms, words: text.slice(Math.max(0, at - WORDS_SHOWN + 2), at + 2).replace(/^[，。？！、,.?!\s]+/u, '') };
};
