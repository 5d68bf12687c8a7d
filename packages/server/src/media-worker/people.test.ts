import type { ConversationEvent } from '@lianxian/core';
import { createMediaEngine, type MediaEngine, type MediaLeg } from '@lianxian/telephony';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenLegRecogniser } from './leg-recogniser.ts';
import { createPeople } from './people.ts';

/** A callee and seats on legs of their own; a recogniser that hears what the test says it does. */
let engine: MediaEngine;
beforeEach(() => {
  engine = createMediaEngine({ ports: null });
});
afterEach(() => engine.close());

const leg = (): Promise<MediaLeg> =>
  engine.open({ localHost: '127.0.0.1', realTimeText: false, voiceActivity: false }, () => undefined);
const seat = (party: string, dials: boolean) => ({ party, isSeat: true, dials });

const open = async () => {
  const callee = await leg();
  const said: ConversationEvent[] = [];
  const listening = new Map<MediaLeg, (text: string) => void>();
  const begun = new Map<MediaLeg, (text: string) => void>();
  const openRecogniser: OpenLegRecogniser = (_, media, { sentence, words }) => {
    listening.set(media, sentence);
    begun.set(media, words);
    return {
      speaking: () => undefined,
      quiet: () => undefined,
      close: () => {
        listening.delete(media);
        return { heardMs: 0, sentences: 0, latencies: [], losses: {} } as never;
      },
    };
  };
  const people = createPeople({
    ...{ leg: '7', engine, openRecogniser, guard: act => act },
    options: { recogniser: { service: 'ear' } as never },
    report: () => undefined,
    announcer: { say: (_legs, _text, done) => done() },
    callee: () => callee,
    isUnderWay: () => true,
    coming: () => undefined,
    feed: event => said.push(event),
  });
  return { people, listening, begun, said };
};

test('a seat that dialled is taken down from the answer on, and nobody while the recording is paused', async () => {
  const { people, listening, said } = await open();
  const [dials, joins] = [await leg(), await leg()];
  people.awaitCallee(dials, seat('1', true));
  expect([...listening.keys()], 'it rings').toEqual([]);
  people.arrange({ callee: 'talking', places: new Map() });
  listening.get(dials)!('您好，我是小王。');
  expect(said).toEqual([{ type: 'person.sentence', party: '1', text: '您好，我是小王。' }]);

  people.listen(false);
  const wants = { announcement: '', place: 'talking', awaitsSound: false, replaces: null } as const;
  people.join({ ...wants, media: joins, person: seat('2', false) }, () => undefined);
  expect([...listening.keys()], 'paused').toEqual([]);
  people.listen(true);
  expect(new Set(listening.keys())).toEqual(new Set([dials, joins]));
  people.leave(joins);
  expect([...listening.keys()]).toEqual([dials]);
  people.close();
  expect([...listening.keys()]).toEqual([]);
});

test('what a seat says aside is not taken down; a sentence belongs where it began', async () => {
  const { people, listening, begun, said } = await open();
  const own = await leg();
  const wants = { announcement: '', place: 'talking', awaitsSound: false, replaces: null } as const;
  people.arrange({ callee: 'talking', places: new Map() });
  people.join({ ...wants, media: own, person: seat('1', false) }, () => undefined);
  begun.get(own)!('请稍');
  people.arrange({ callee: 'held', places: new Map([[own, 'aside']]) });
  listening.get(own)!('请稍等。');
  listening.get(own)!('这个客户很难缠。');
  begun.get(own)!('他想');
  people.arrange({ callee: 'talking', places: new Map([[own, 'talking']]) });
  listening.get(own)!('他想退款。');
  listening.get(own)!('您还在吗？');
  expect(said.map(event => 'text' in event && event.text)).toEqual(['请稍等。', '您还在吗？']);
  people.close();
});
