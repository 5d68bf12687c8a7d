import { expect, test } from 'vitest';
import { words as zhConfigured } from '../../text/zh-CN/configured.ts';
import { words as zhFrame } from '../../text/zh-CN/frame.ts';
import { words as zhPalette } from '../../text/zh-CN/palette.ts';
import { words as zhShell } from '../../text/zh-CN/shell.ts';
import { words as twConfigured } from '../../text/zh-TW/configured.ts';
import { words as twFrame } from '../../text/zh-TW/frame.ts';
import { words as twPalette } from '../../text/zh-TW/palette.ts';
import { words as twShell } from '../../text/zh-TW/shell.ts';
import { routes } from '../routes.ts';
import { syllablesOf } from './syllables.ts';

const spoken = [
  { shell: zhShell, palette: zhPalette, configured: zhConfigured, frame: zhFrame },
  { shell: twShell, palette: twPalette, configured: twConfigured, frame: twFrame },
].flatMap(({ shell: { nav, stopAll, user: own }, palette, configured, frame: { user, tabs, keys, preview } }) => [
  ...routes.flatMap(({ label, page }) => (label && page ? [nav[label]] : [])),
  ...[palette.parts, palette.new, palette.also, palette.alsoActs].flatMap(words => Object.values(words)),
  ...(['calling', 'levels', 'retention', 'keeping', 'zone', 'masking', 'factor'] as const).map(
    part => configured[part].title,
  ),
  ...Object.values(configured.services).map(({ title }) => title),
  ...Object.values(configured.find.also),
  ...[stopAll.title, own.appearance, own.auto, own.light, own.dark, own.logout],
  ...[user.size, ...Object.values(user.sizes), user.language, user.password, user.commitment],
  ...[tabs.closeOthers, tabs.closeAll, keys.title, preview.end],
]);

test('every character that a page, a setting or an action is called by, or by another word, has its syllable', () => {
  const missing = spoken.flatMap(name => {
    const syllables = syllablesOf(name);
    return [...name].filter((char, at) => /\p{Script=Han}/u.test(char) && !syllables[at]);
  });
  expect([...new Set(missing)]).toEqual([]);
});

test.each([
  ['通话记录', 'tong hua ji lu'],
  ['通話記錄', 'tong hua ji lu'],
  ['语音识别（ASR）', 'yu yin shi bie     '],
  ['', ''],
])('%s sounds as %s', (name, sounds) => expect(syllablesOf(name).join(' ')).toBe(sounds));
