import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTalkFile } from './talk-file.ts';
import { planCalled } from './talk-plans.ts';
import { runTalkFile } from './talk-runner.ts';

const folder = new URL('../talks/', import.meta.url);
const files = readdirSync(folder).filter(name => name.endsWith('.talk.yaml'));
const talks = files.map(name => ({ name, file: parseTalkFile(readFileSync(new URL(name, folder), 'utf8')) }));

test.each(talks.map(({ name, file }) => [name, file.about, file] as const))('%s: %s', (_name, _about, file) => {
  expect(runTalkFile(planCalled(file.plan), file)).toEqual([]);
});

test('there are talk files at all', () => {
  expect(files.length).toBeGreaterThanOrEqual(10);
});

test('a departure from a talk file is told turn by turn', () => {
  const file = parseTalkFile(`
plan: course-follow-up
about: 故意写错
turns:
  - { say: 方便的。, node: 约试听时间, understood: refuse, hears: 再见 }
  - { hangUp: true }
ends: { level: A, by: robot }
`);
  expect(runTalkFile(planCalled(file.plan), file)).toEqual([
    'turn 1 (方便的。): the flow stands at 核对年级, not 约试听时间',
    'turn 1 (方便的。): it is understood as intent:yes, not refuse',
    'turn 1 (方便的。): the robot says ["想先了解一下，孩子现在上几年级？"], without 「再见」',
    'the level is C, not A',
    'the call was ended by callee, not robot',
  ]);
});

test('a talk file of an earlier release names what was understood by its words', () => {
  const file = (understood: string) =>
    parseTalkFile(`
plan: course-follow-up
about: 旧文件
turns:
  - { say: 方便的。, understood: ${understood} }
  - { hangUp: true }
`);
  for (const right of ['同意', '肯定', 'intent:yes', 'yes'])
    expect(runTalkFile(planCalled('course-follow-up'), file(right)), right).toEqual([]);
  for (const wrong of ['拒绝', '没听懂', 'none', '问价格', 'no'])
    expect(runTalkFile(planCalled('course-follow-up'), file(wrong)), wrong).toHaveLength(1);
});

test.each([
  ['turns: []', 'turns'],
  ['plan: x\nabout: y\nturns: [{ say: a, press: 1 }]', 'one thing'],
  ['plan: x\nabout: y\nturns: [{ say: a, nod: b }]', 'nod'],
  ['plan: x\nabout: y\nturns: [{ silent: soon }]', 'number'],
])('a talk file that makes no sense is refused: %j', (text, word) => {
  expect(() => parseTalkFile(text)).toThrow(word);
});
