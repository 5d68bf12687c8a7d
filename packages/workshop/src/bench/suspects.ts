import { type CompiledPlan, compileWhole, type Plan, type SpokenLine, suspectsOf } from '@lianxian/core';
import { type TownCall, townCalls } from '@lianxian/core/simulation';
import { courseFollowUp } from '../../../server/seed/course-follow-up.ts';
import { invitation } from '../../../server/seed/market/invitation.ts';
import { reminder } from '../../../server/seed/market/reminder.ts';
import { survey } from '../../../server/seed/market/survey.ts';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { type RereadCall, reread } from '../../../server/src/rooms/mending/reread.policy.ts';
import { petVaccine } from '../pet-vaccine.ts';
import type { Sample } from './figures.ts';

/**
 * Lines that are listed as likely misheard, against the town's truth: its callees know what they meant. And what reading a
 * hundred thousand lines again with a draft costs, each of other words.
 */
const plans: readonly Plan[] = [petVaccine, courseFollowUp, survey.plan, invitation.plan, reminder.plan];
const EACH = 40;
const SEEDS = [11, 12, 13];
const LINES = 100_000;

type Kept = RereadCall['lines'][number];

const keptOf = (line: SpokenLine): Kept => {
  const { line: number, text, node, at } = line;
  const bare = { line: number, text, node, atMs: at };
  if (line.by === 'robot') return { ...bare, speaker: 'robot', understood: null };
  if (line.by === 'seat') return { ...bare, speaker: 'seat', understood: null };
  return { ...bare, speaker: 'callee', understood: line.understood, missed: line.missed };
};

const hungUp = ({ talk }: TownCall): boolean => talk.summary?.endedBy === 'callee';
const compiled = (plan: Plan): CompiledPlan => compileWhole(plan, syllablesOf);

interface SuspectFigure {
  readonly misheard: number;
  readonly found: number;
  readonly listed: number;
}

const measureSuspects = (): SuspectFigure => {
  const figure = { misheard: 0, found: 0, listed: 0 };
  for (const plan of plans.map(compiled))
    for (const seed of SEEDS)
      for (const call of townCalls({ plan, each: EACH, seed, syllables: syllablesOf })) {
        const wrong = new Set(call.turns.filter(({ hearing }) => hearing === 'wrong').map(({ line }) => line));
        const listed = suspectsOf(call.talk.lines.map(keptOf), { hungUp: hungUp(call) });
        figure.misheard += wrong.size;
        figure.listed += listed.length;
        figure.found += listed.filter(({ line }) => wrong.has(line)).length;
      }
  return figure;
};

/** Seconds of processor time; every line has a word of its own in front, so that none is read for another. */
const measureRereading = (): number => {
  const plan = compiled(courseFollowUp);
  const made = townCalls({ plan, each: EACH, seed: 1, syllables: syllablesOf });
  const calls: RereadCall[] = [];
  for (let lines = 0, n = 0; lines < LINES; n += 1) {
    const call = made[n % made.length]!;
    const kept = call.talk.lines.map(keptOf);
    const unlike = kept.map(line => ({ ...line, text: `${String.fromCodePoint(0x4e00 + (n % 9_000))}，${line.text}` }));
    lines += unlike.filter(({ speaker, understood, missed }) => speaker === 'callee' && (understood || missed)).length;
    calls.push({
      ...{ id: String(n), version: 1, date: '2026-11-24', minute: 600 + (n % 300) },
      ...{ hungUp: hungUp(call), lines: unlike },
    });
  }
  const changed = {
    ...courseFollowUp,
    intents: courseFollowUp.intents.map(one => ({ ...one, words: one.words.slice(1) })),
  };
  const draft = compiled(changed);
  const before = process.cpuUsage();
  reread(calls, { draft, version: () => plan }, syllablesOf);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const percent = (part: number, of: number): number[] => [(100 * part) / Math.max(1, of)];

export const suspectSamples = (): Sample[] => {
  const { misheard, found, listed } = measureSuspects();
  const kept = { unit: '%', digits: 1 } as const;
  return [
    {
      zh: `小镇听错的 ${misheard} 句里列为可能听错的（至少 60）`,
      en: `of ${misheard} lines of the town that were misheard, listed as likely so (at least 60)`,
      ...kept,
      values: percent(found, misheard),
    },
    {
      zh: `列为可能听错的 ${listed} 句里真听错的（至少 50）`,
      en: `of ${listed} lines listed as likely misheard, truly so (at least 50)`,
      ...kept,
      values: percent(found, listed),
    },
    {
      zh: '100,000 句用草稿重听，处理器时间（至多 30）',
      en: '100,000 lines read again with a draft, processor time (at most 30)',
      unit: 's',
      digits: 1,
      values: [measureRereading()],
    },
  ];
};
