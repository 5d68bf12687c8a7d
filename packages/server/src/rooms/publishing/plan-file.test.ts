import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPlanFile, writePlanFile } from './plan-file.ts';

const voices = [
  { about: { text: '您好' }, sound: Buffer.from([1, 2, 3]) },
  { about: { text: '再见' }, sound: Buffer.alloc(0) },
];
const plan = { name: '话术' };

/** A file as somebody else may write it. */
const made = (header: string, after = '', length = Buffer.byteLength(header)) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return gzipSync(Buffer.concat([Buffer.from('LXPLAN'), bytes, Buffer.from(header), Buffer.from(after)]));
};
const whole = (parts: object) => JSON.stringify({ format: 4, plan, tests: [], voices: [], ...parts });

test('a plan, its tests and its voices come back as they were written', async () => {
  const read = readPlanFile(await writePlanFile({ plan, tests: [{ name: '顺利' }], voices }));
  expect(read).toEqual({ plan, namesMeanings: true, tests: [{ name: '顺利' }], voices });
  expect(readPlanFile(made(whole({ format: 3 })))).toMatchObject({ plan, namesMeanings: true });
  expect(readPlanFile(made(whole({ format: 2 })))).toMatchObject({ plan, namesMeanings: false });
});

test.each([
  ['no gzip', Buffer.from('PK\x03\x04 a zip'), 'planFileBad'],
  ['nothing', Buffer.alloc(0), 'planFileBad'],
  ['cut in the middle', gzipSync(Buffer.from('LXPLAN')).subarray(0, 12), 'planFileBad'],
  ['gzip of something else', gzipSync('<html>'), 'planFileBad'],
  ['a header that is no JSON', made('{"plan":'), 'planFileBad'],
  ['a header that is a list', made('[]'), 'planFileBad'],
  ['a header longer than the file', made(whole({}), '', 4_000_000_000), 'planFileBad'],
  ['a voice longer than the file', made(whole({ voices: [{ about: {}, bytes: 99 }] }), 'abc'), 'planFileBad'],
  ['a voice of less than nothing', made(whole({ voices: [{ about: {}, bytes: -1 }] }), 'abc'), 'planFileBad'],
  ['a voice of no length', made(whole({ voices: [null] })), 'planFileBad'],
  ['bytes that belong to nothing', made(whole({}), 'abc'), 'planFileBad'],
  ['more voices than a plan has', made(whole({ voices: Array(20_001).fill({ bytes: 0 }) })), 'planFileBad'],
  ['a later format', made(whole({ format: 5 })), 'planFileNewer'],
])('refused: %s', (_, bytes, key) => {
  expect(() => readPlanFile(bytes)).toThrow(expect.objectContaining({ key }));
});

test('a bomb is not unpacked further than its bound', () => {
  const part = gzipSync(Buffer.alloc(16 * 1_048_576), { level: 1 });
  const zeros = Buffer.concat(Array.from({ length: 7 }, () => part));
  expect(zeros.length).toBeLessThan(2_000_000);
  expect(() => readPlanFile(zeros)).toThrow(expect.objectContaining({ key: 'planFileBomb' }));
});

test('a file of a release before ids comes as of now: its graph, its level rules, what its tests expect', () => {
  const node = { kind: 'speak', id: 'opening', routers: [{ on: '肯定', to: 'bye' }] };
  const was = {
    flows: [{ nodes: [node] }],
    intents: [{ id: 'agree', name: '愿意', means: '肯定' }],
    knowledge: [{ id: 'price', name: '问价格' }],
    levelRules: [{ when: [{ fact: 'leftNode', node: 'opening', by: '愿意' }] }],
  };
  const understood = ['愿意', '问价格', ''].map((meaning, move) => ({ move, meaning }));
  const tests = [{ name: '顺利', test: { moves: [], expects: { understood } } }, 'no test', null];
  const read = readPlanFile(made(whole({ format: 1, plan: was, tests })));
  expect(read).toEqual({
    plan: {
      flows: [{ nodes: [{ ...node, routers: [{ on: 'yes', to: 'bye' }] }] }],
      intents: [{ id: 'agree', name: '愿意', means: 'yes' }],
      knowledge: was.knowledge,
      levelRules: [{ when: [{ fact: 'leftNode', node: 'opening', by: 'yes' }] }],
    },
    tests: [
      {
        name: '顺利',
        test: {
          moves: [],
          expects: {
            understood: ['intent:agree', 'knowledge:price', ''].map((meaning, move) => ({ move, meaning })),
          },
        },
      },
      'no test',
      null,
    ],
    namesMeanings: false,
    voices: [],
  });
});
