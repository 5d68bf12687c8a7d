import {
  type customerEndpoints,
  customerFieldWord,
  customerTypeWords,
  fill,
  joined,
  type Language,
  type OutputOf,
  smsCauseText,
  smsReplyStopWord,
  smsStateText,
  timelineWords,
} from '@lianxian/contract';
import { type customerTypes, type MessageState, maskNumbers, maskPhone } from '@lianxian/core';
import type { TimelineRow } from './timeline.store.ts';

type Line = OutputOf<typeof customerEndpoints.timeline>['list'][number];
type Field = Line['fields'][number];

interface Seen {
  readonly language: Language;
  readonly whole: boolean;
  /** Of people that lines speak of, by id. */
  readonly names: ReadonlyMap<string, string>;
}

const kinds = {
  added: 'change',
  changed: 'change',
  type: 'change',
  taken: 'move',
  given: 'move',
  assigned: 'move',
  returned: 'move',
  note: 'note',
  next: 'next',
  merged: 'merge',
  removed: 'change',
} as const satisfies Record<NonNullable<TimelineRow['kind']>, Line['kind']>;
const beside = {
  a: 'call',
  c: 'call',
  e: 'change',
  n: 'callNote',
  f: 'followed',
  r: 'smsReply',
  s: 'sms',
  t: 'todo',
} as const;

const typeWord = (type: unknown, language: Language): string =>
  customerTypeWords[language][Number(type) as (typeof customerTypes)[number]] ?? '';

const fieldsOf = ({ kind, facts }: TimelineRow, { language, whole }: Seen): Field[] => {
  const told = (field: string, text: string): string => {
    if (field === 'cateType') return typeWord(text, language);
    if (whole) return text;
    return field === 'further' ? text.split(',').filter(Boolean).map(maskPhone).join(' ') : maskNumbers(text);
  };
  if (kind === 'type')
    return [
      {
        field: customerFieldWord('cateType', language),
        before: typeWord(facts?.before, language),
        after: typeWord(facts?.after, language),
      },
    ];
  if (kind !== 'changed') return [];
  const changes = (facts?.fields ?? []) as readonly { field: string; before: string; after: string }[];
  return changes.map(({ field, before, after }) => ({
    field: customerFieldWord(field, language),
    before: told(field, before),
    after: told(field, after),
  }));
};

const textOf = ({ letter, kind, facts, text }: TimelineRow, { language, whole, names }: Seen): string => {
  const told = (words: string): string => (whole ? words : maskNumbers(words));
  if (letter !== 'e' || kind === null) return told(text);
  const nameOf = (id: unknown): string => names.get(String(id)) ?? '';
  const values = {
    from: nameOf(facts?.from),
    to: nameOf(facts?.to),
    why: told(String(facts?.why ?? '')),
    text: told(joined([facts?.names ?? facts?.text ?? ''].flat().map(String), 'inOneBreath', language)),
  };
  return fill(timelineWords[kind], language, values).trim();
};

/** How a message stands, and why it did not go or not come on; who answers so is left alone. */
const stateOf = ({ letter, facts }: TimelineRow, { language }: Seen): string => {
  if (letter === 'r') return facts?.stop === true ? smsReplyStopWord[language] : '';
  if (letter !== 's') return '';
  const because = smsCauseText(String(facts?.because ?? ''), language);
  const state = smsStateText(facts?.state as MessageState, language);
  return because === '' ? state : joined([state, because], 'clauses', language);
};

/** A line of the timeline, in words of who reads. */
export const lineView = (row: TimelineRow, seen: Seen): Line => ({
  at: row.at.toISOString(),
  kind: row.kind === null ? beside[row.letter] : kinds[row.kind],
  by: row.by ?? '',
  text: textOf(row, seen),
  state: stateOf(row, seen),
  fields: fieldsOf(row, seen),
  callId: row.callId,
  direction: row.direction,
  level: row.level,
  talkMs: row.talkMs,
});
