import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readOlderFile } from './older-files.ts';
import { olderFile as made } from './package.test-data.ts';

const plan = { name: '话术' };
const whole = (parts: object) => JSON.stringify({ format: 4, plan, tests: [], voices: [], ...parts });

test('a plan, its tests and its voices come back as earlier releases wrote them', () => {
  const voices = [
    { about: { text: '您好' }, bytes: 3 },
    { about: { text: '再见' }, bytes: 0 },
  ];
  const read = readOlderFile(made(whole({ tests: [{ name: '顺利' }], voices }), Buffer.from([1, 2, 3])));
  const sounds = [Buffer.from([1, 2, 3]), Buffer.alloc(0)];
  expect(read).toEqual({
    ...{ plan, namesMeanings: true, tests: [{ name: '顺利' }] },
    voices: voices.map(({ about }, index) => ({ about, sound: sounds[index] })),
  });
  expect(readOlderFile(made(whole({ format: 3 })))).toMatchObject({ plan, namesMeanings: true });
  expect(readOlderFile(made(whole({ format: 2 })))).toMatchObject({ plan, namesMeanings: false });
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
  expect(() => readOlderFile(bytes)).toThrow(expect.objectContaining({ key }));
});

test('a bomb is not unpacked further than its bound', () => {
  const part = gzipSync(Buffer.alloc(16 * 1_048_576), { level: 1 });
  const zeros = Buffer.concat(Array.from({ length: 7 }, () => part));
  expect(zeros.length).toBeLessThan(2_000_000);
  expect(() => readOlderFile(zeros)).toThrow(expect.objectContaining({ key: 'planFileBomb' }));
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
  const read = readOlderFile(made(whole({ format: 1, plan: was, tests })));
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
