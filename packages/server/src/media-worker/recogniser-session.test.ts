import { expect, test } from 'vitest';
import { createBreaker } from '../platform/breaker.ts';
import type { RecogniserHears } from '../speech/ports/recogniser.ts';
import { createRecogniserSession } from './recogniser-session.ts';

/** A session over a recogniser that does what the test says, in time that the test moves. */
const open = (breaker = createBreaker({ failures: 20, now: () => 0 })) => {
  let at = 0;
  const due: { at: number; act: () => void }[] = [];
  const connections: (RecogniserHears & { closed: boolean })[] = [];
  const told: string[] = [];
  const session = createRecogniserSession({
    recogniser: {
      id: 'r',
      listen: hears => {
        const connection = { ...hears, closed: false };
        connections.push(connection);
        const close = () => {
          connection.closed = true;
        };
        return { sound: () => undefined, close };
      },
    },
    breaker,
    words: text => told.push(`…${text}`),
    sentence: text => told.push(text),
    deaf: because => told.push(`deaf: ${because}`),
    clock: {
      now: () => at,
      after: (ms, act) => {
        const entry = { at: at + ms, act };
        due.push(entry);
        return () => void due.splice(due.indexOf(entry), due.includes(entry) ? 1 : 0);
      },
    },
  });
  const pass = (ms: number) => {
    at += ms;
    for (const entry of due.filter(each => each.at <= at)) {
      due.splice(due.indexOf(entry), 1);
      entry.act();
    }
  };
  return { session, told, connections, pass };
};

test('a recogniser that stops in mid-sentence costs one pause: its words are the sentence, and a new one listens', () => {
  const { session, told, connections, pass } = open();
  session.speaking();
  connections[0]!.words('我想周六');
  session.quiet();
  pass(1_499);
  expect(told).toEqual(['…我想周六']);
  pass(1);
  expect(told).toEqual(['…我想周六', '我想周六']);
  expect(connections.map(each => each.closed)).toEqual([true, false]);
  connections[1]!.sentence('上午');
  expect(told.at(-1)).toBe('上午');
});

test('one that closes in mid-sentence is asked again after a while, and nothing that was said is lost', () => {
  const { told, connections, pass } = open();
  connections[0]!.words('我想');
  connections[0]!.lost('closed');
  connections[0]!.sentence('too late');
  expect(told).toEqual(['…我想', '我想']);
  expect(connections).toHaveLength(1);
  pass(250);
  expect(connections).toHaveLength(2);
});

test('after the last try the call is deaf, says so once, and goes on', () => {
  const { session, told, connections, pass } = open();
  for (const wait of [250, 500, 1_000, 2_000, 4_000]) {
    connections.at(-1)!.lost('unreachable');
    pass(wait);
  }
  expect(told).toEqual([]);
  connections.at(-1)!.lost('unreachable');
  pass(60_000);
  session.sound(new Uint8Array(160));
  expect(told).toEqual(['deaf: unreachable']);
  expect(session.close()).toMatchObject({ failures: 6, fault: 'unreachable', sentences: 0 });
});

test('what three calls found dead is not tried by the next for half a minute', () => {
  const breaker = createBreaker({ failures: 3, restMs: 30_000, now: () => 0 });
  for (let n = 0; n < 3; n += 1) open(breaker).connections[0]!.lost('unreachable');
  const { told, connections } = open(breaker);
  expect(connections).toEqual([]);
  expect(told).toEqual(['deaf: resting']);
});

test('how long it took from the last sound to the sentence is kept for the figures, and how much sound it took once it was ready', () => {
  const { session, connections, pass } = open();
  const frame = new Uint8Array(160);
  session.sound(frame);
  connections[0]!.ready();
  for (let n = 0; n < 50; n += 1) session.sound(frame);
  session.speaking();
  session.quiet();
  pass(420);
  connections[0]!.sentence('好的');
  const took = { waitedMs: 420, longestWaitMs: 420, heardMs: 1_000 };
  expect(session.close()).toEqual({ ...took, sentences: 1, failures: 0, fault: null });
});
