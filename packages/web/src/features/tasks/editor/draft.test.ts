import { expect, test } from 'vitest';
import {
  atMost,
  baseFaults,
  type Draft,
  freshDraft,
  insideRules,
  type Plan,
  type Port,
  pacingFaults,
  settingsOf,
} from './draft.ts';
import { usualRetry } from './retry-draft.ts';
import { wholeNumber } from './whole-number.ts';

const port = (id: string, part: Partial<Port> = {}): Port => ({
  id,
  name: `通道 ${id}`,
  lineId: id,
  lineName: `线路 ${id}`,
  practice: false,
  channels: 30,
  lineState: 'unknown',
  ...part,
});
const plan: Plan = { id: '11', planName: '试听课回访', nodes: 12, variables: [], publishedAt: '2026-11-18T01:00:00Z' };
const ports = [port('1', { practice: true, channels: 300 }), port('2')];
const draft: Draft = freshDraft([plan], ports, name => `${name} 11-21`);

test('a newcomer’s task uses the plan there is and the practice line, at any hour', () => {
  expect(settingsOf(draft)).toMatchObject({
    name: '试听课回访 11-21',
    planId: '11',
    ports: [{ portId: '1', channels: 15 }],
    concurrency: 15,
    ringTimeoutS: 30,
    retries: {
      noAnswer: { times: 1, afterMinutes: 120 },
      busy: { times: 2, afterMinutes: 15 },
      unreachable: { times: 1, afterMinutes: 120 },
      poweredOff: { times: 1, afterMinutes: 240 },
      lineFault: { times: 2, afterMinutes: 10 },
      limited: { times: 2, afterMinutes: 10 },
    },
  });
  expect(draft.windows[6]).toEqual([{ from: 0, to: 1_440 }]);
});

test('a line of one’s own that works is chosen before the practice line, one that does not is not', () => {
  const own = (lineState: Port['lineState']) =>
    freshDraft([plan], [ports[0]!, port('2', { lineState })], name => name).ports.map(({ portId }) => portId);
  expect([own('up'), own('congested'), own('down'), own('off'), own('unknown')]).toEqual([
    ['2'],
    ['2'],
    ['1'],
    ['1'],
    ['1'],
  ]);
});

test('what is missing is named, and then nothing is saved', () => {
  const broken = { ...draft, name: ' ', ports: [], ringTimeoutS: '5', windows: draft.windows.map(() => []) };
  expect(baseFaults(broken)).toEqual(['name', 'ports']);
  expect(pacingFaults(broken)).toEqual(['hours', 'ringTimeoutS']);
  expect(settingsOf(broken)).toBeNull();
});

test.each([
  ['15', 15],
  ['１５', 15],
  ['0', null],
  ['5001', null],
  ['1.5', null],
  ['', null],
])('typed %j is the number %s', (typed, value) => {
  expect(wholeNumber(typed, { least: 1, most: 5_000 })).toBe(value);
});

test('the smallest of concurrency, channels and the merchant’s limit binds', () => {
  const both = {
    ...draft,
    ports: [
      { portId: '1', channels: '500' },
      { portId: '2', channels: '10' },
    ],
  };
  expect(atMost({ ...both, concurrency: '20' }, ports, 300)).toEqual({ calls: 20, bound: 'concurrency' });
  expect(atMost({ ...both, concurrency: '400' }, ports, 1_000)).toEqual({ calls: 310, bound: 'channels' });
  expect(atMost({ ...both, concurrency: '400' }, ports, 100)).toEqual({ calls: 100, bound: 'merchant' });
});

test('over practice lines alone the merchant’s limit does not count', () => {
  expect(atMost({ ...draft, concurrency: '15' }, ports, 5)).toEqual({ calls: 15, bound: 'concurrency' });
});

test('what is typed beyond the rules of calling is not sent, but on practice lines and where nothing would be left', () => {
  const ports = [
    { id: '1', practice: false },
    { id: '2', practice: true },
  ] as unknown as Parameters<typeof insideRules>[1];
  const typed = (portId: string, from: number, to: number) => ({
    ports: [{ portId, channels: 1 }],
    windows: [[{ from, to }], [], [], [], [], [], []],
  });
  const sent = (settings: ReturnType<typeof typed>) =>
    insideRules(settings, ports, { from: 540, to: 1_200 }).windows[0];
  expect(sent(typed('1', 0, 1_440))).toEqual([{ from: 540, to: 1_200 }]);
  expect(sent(typed('2', 0, 1_440))).toEqual([{ from: 0, to: 1_440 }]);
  expect(sent(typed('1', 1_260, 1_380))).toEqual([{ from: 1_260, to: 1_380 }]);
});

test('a rule of redials says at what time of the day and by which plan; hours that are none keep all from being saved', () => {
  const evening = { ...usualRetry, state: 'noAnswer', at: 'hours', from: '18:00', to: '20:30', planId: '12' } as const;
  const other = { ...usualRetry, state: 'busy', at: 'otherPart' } as const;
  expect(settingsOf({ ...draft, retries: [evening, other] })?.retries).toEqual({
    noAnswer: { times: 1, afterMinutes: 30, at: { from: 1_080, to: 1_230 }, planId: '12' },
    busy: { times: 1, afterMinutes: 30, at: 'otherPart' },
  });
  for (const hours of [
    { from: '20:00', to: '18:00' },
    { from: '25:00', to: '26:00' },
    { from: '', to: '20:00' },
  ])
    expect(pacingFaults({ ...draft, retries: [{ ...evening, ...hours }] })).toEqual(['retries']);
});
