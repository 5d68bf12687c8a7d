import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  type Act,
  type AskedKind,
  askedKinds,
  builtInTopics,
  commonCharacters,
  dialogueActs,
  tradeTopics,
} from '@lianxian/core';
import { type Dice, dice } from '@lianxian/core/kit';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';

/** A sentence of a callee, after what kind of thing was asked (null: anything), with what it does. */
export interface Said {
  /** Who wrote it. */
  readonly hand: string;
  readonly asked: AskedKind | null;
  readonly said: string;
  readonly does: readonly Act[];
}

const linesOf = (file: string): readonly string[] =>
  gunzipSync(readFileSync(new URL(`../../${file}`, import.meta.url)))
    .toString()
    .trimEnd()
    .split('\n');

const isAct = (word: string): word is Act => dialogueActs.some(act => act === word);

/** One line a sentence: hand, what was asked, what was said, what it does, what else. */
const readSentences = (file: string): readonly Said[] =>
  linesOf(file).map(line => {
    const [hand = '', kind = '', said = '', ...does] = line.split('\t');
    const asked = askedKinds.find(one => one === kind);
    if (asked === undefined || !does.every(act => act === '' || isAct(act))) throw new Error(`not a sentence: ${line}`);
    return { hand, asked, said, does: does.filter(isAct) };
  });

/** Written for this by several hands after one brief, by whole parts: what is learnt of, and what it is measured by. */
export const writtenSentences = (): readonly Said[] => readSentences('dialogue-act/sentences.tsv.gz');
export const keptSentences = (): readonly Said[] => readSentences('dialogue-act/kept.tsv.gz');

/** What the topics of the list of common meanings do; of those that are not here nobody can tell. */
const actOfTopic: Readonly<Record<string, Act>> = {
  ...{ yes: 'yes', no: 'no', refusal: 'refuse', busy: 'busy', later: 'busy', consider: 'later', elsewhere: 'no' },
  ...{ who: 'who', purpose: 'purpose', number: 'source', machine: 'question', person: 'person', repeat: 'repeat' },
  ...{ unheard: 'repeat', complaint: 'complaint', wrong: 'wrong', absent: 'wrong', hello: 'repeat', aside: 'nothing' },
};
const questionTopics = new Set(
  [
    'price',
    'discount',
    'where',
    'how',
    'pay',
    'refund',
    'effect',
    'howLong',
    'age',
    'teacher',
    'size',
    'classTime',
  ].concat(['online', 'trial', 'amount', 'interest', 'repay', 'credit', 'claim', 'service']),
);

export const listedSentences = (): readonly Said[] =>
  [...builtInTopics, ...tradeTopics].flatMap(({ id, sentences }) => {
    const act =
      actOfTopic[id] ?? (questionTopics.has(id) || tradeTopics.some(topic => topic.id === id) ? 'question' : null);
    return act === null ? [] : sentences.map(said => ({ hand: 'list', asked: null, said, does: [act] }));
  });

const bySound: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  commonCharacters,
  char => syllablesOf(char)[0] ?? '',
);

/** As a recogniser writes it now and then: a character or two that sound the same, one lost, one twice. */
export const misheard = (said: string, random: Dice): string => {
  const chars = [...said];
  const syllables = syllablesOf(said);
  for (let n = chars.length > 5 ? random.between(1, 2) : 1; n > 0; n--) {
    const at = random.between(0, chars.length - 1);
    const alike = bySound.get(syllables[at] ?? '') ?? [];
    const what = random.between(0, 9);
    if (what < 7 && alike.length > 1) chars[at] = random.pick(alike);
    else if (what === 8 && chars.length > 4) chars[at] = '';
    else if (what === 9) chars[at] = `${chars[at]}${chars[at]}`;
  }
  return chars.join('');
};

export const freshDice = (): Dice => dice(1);
