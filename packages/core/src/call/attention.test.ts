import { expect, test } from 'vitest';
import { attentionOf, byAttention, type TalkNow } from './attention.ts';

const talk = (name: string, part: Partial<TalkNow>): TalkNow & { readonly name: string } => ({
  name,
  wants: [],
  quietMs: 1_000,
  level: null,
  talkMs: 10_000,
  ...part,
});

test('who asks for a person comes first, then who complains, then long silence, then the level so far, then the longer talk', () => {
  const talks = [
    talk('new', { talkMs: 1_000 }),
    talk('long', { talkMs: 90_000 }),
    talk('level F', { level: 'F' }),
    talk('level A', { level: 'A' }),
    talk('level B', { level: 'B' }),
    talk('silent for 20 s', { quietMs: 20_000 }),
    talk('silent, level A', { quietMs: 60_000, level: 'A' }),
    talk('complains', { wants: ['complaint'] }),
    talk('asks for a person', { wants: ['complaint', 'person'] }),
    talk('rings', { quietMs: null, talkMs: 0 }),
  ];
  expect(talks.toSorted(byAttention).map(({ name }) => name)).toEqual([
    'asks for a person',
    'complains',
    'silent, level A',
    'silent for 20 s',
    'level A',
    'level B',
    'level F',
    'long',
    'new',
    'rings',
  ]);
});

test('a callee who has been silent for less than 20 s needs nobody, nor does a phone that rings', () => {
  expect(attentionOf(talk('', { quietMs: 19_999 }))).toBeNull();
  expect(attentionOf(talk('', { quietMs: 20_000 }))).toBe('silent');
  expect(attentionOf(talk('', { quietMs: null }))).toBeNull();
});
