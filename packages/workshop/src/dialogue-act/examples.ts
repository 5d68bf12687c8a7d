import { type Act, type Asked, askedBy, askedKinds, builtInTopics, dialogueActs, tradeTopics } from '@lianxian/core';
import { packedRows } from '../learning/written.ts';

/** A sentence of a callee, after what kind of thing was asked (null: anything), with what it does. */
interface Said {
  /** Who wrote it. */
  readonly hand: string;
  readonly asked: Asked | null;
  readonly said: string;
  readonly does: readonly Act[];
}

const isAct = (word: string): word is Act => dialogueActs.some(act => act === word);

/** One line a sentence: hand, what was asked (its kind, or as the robot said it), what was said, what it does, what else. */
const readSentences = (file: string): readonly Said[] =>
  packedRows(file).map(([hand = '', question = '', said = '', ...does]) => {
    const kind = askedKinds.find(one => one === question);
    const asked = kind ? { kind, words: new Set<string>() } : askedBy(question);
    if (!does.every(act => act === '' || isAct(act))) throw new Error(`not a sentence: ${said}`);
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
