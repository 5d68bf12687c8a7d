import type { Language, StatBy, StatFigures, StatRow } from '@lianxian/contract';
import { statWords } from './sheet.words.ts';

type Row = Pick<StatRow, 'key' | 'name' | 'now' | 'before' | 'chance'>;
type Cell = string | number | null;

const PERCENT_DIGITS = 1;
/** 31.4 of a hundred; null: of nothing. */
const percent = (part: number, of: number): number | null =>
  of === 0 ? null : Number(((part / of) * 100).toFixed(PERCENT_DIGITS));
const per = (sum: number, of: number): number | null => (of === 0 ? null : Number((sum / of).toFixed(1)));

/** By how many points it changed, or that it may be chance. */
const changeText = (now: number | null, before: number | null, isChance: boolean | null, maybe: string): Cell => {
  if (now === null || before === null || isChance === null) return null;
  return isChance ? maybe : Number((now - before).toFixed(PERCENT_DIGITS));
};

const figureCells = (now: StatFigures): readonly Cell[] => {
  const { calls, numbers, seized, answered, heard, talkMs, turns, completed, missed, levels, good, cost } = now;
  return [
    ...[calls, numbers, seized, answered, percent(answered, calls), heard, per(talkMs / 1_000, answered)],
    ...[per(turns, answered), completed, missed],
    ...[levels.A, levels.B, levels.C, levels.D, levels.E, levels.F, percent(good, answered), Number(cost)],
  ];
};

/** The cells behind a row's name, as `head` of its words has them; shares in percent. */
export const statCells = ({ now, before, chance }: Row, language: Language): readonly Cell[] => {
  const { maybeChance } = statWords[language];
  const rates = [now, before].map(({ answered, calls }) => percent(answered, calls));
  const goods = [now, before].map(({ good, answered }) => percent(good, answered));
  return [
    ...figureCells(now),
    ...[before.calls, rates[1] ?? null, goods[1] ?? null],
    changeText(rates[0] ?? null, rates[1] ?? null, chance.answered, maybeChance),
    changeText(goods[0] ?? null, goods[1] ?? null, chance.good, maybeChance),
  ];
};

/** How a row is called in a sheet. */
export const rowName = (by: StatBy, { key, name }: Row, language: Language): string => {
  if (by === 'hour') return `${key}:00`;
  if (by === 'day' || by === 'week' || by === 'province' || by === 'caller') return key || statWords[language].none;
  return name || (key.startsWith('0') ? statWords[language].none : key);
};
