import { expect, test } from 'vitest';
import { words as zhConfigured } from '../../text/zh-CN/configured.ts';
import { words as zhConsole } from '../../text/zh-CN/console.ts';
import { words as zhPalette } from '../../text/zh-CN/palette.ts';
import { words as twConfigured } from '../../text/zh-TW/configured.ts';
import { words as twConsole } from '../../text/zh-TW/console.ts';
import { words as twPalette } from '../../text/zh-TW/palette.ts';
import { routes } from '../routes.ts';
import { syllablesOf } from './syllables.ts';

const labels = routes.flatMap(({ label, page }) => (label && page ? [label] : []));
const named = [
  { console: zhConsole, palette: zhPalette, configured: zhConfigured },
  { console: twConsole, palette: twPalette, configured: twConfigured },
].flatMap(words => [
  ...labels.map(label => words.console.nav[label]),
  ...Object.values(words.palette.new),
  ...(['calling', 'levels', 'retention', 'zone', 'masking', 'factor'] as const).map(
    part => words.configured[part].title,
  ),
  ...Object.values(words.configured.services).map(({ title }) => title),
]);

test('every character that a page, a setting or a beginning is called by has its syllable', () => {
  const missing = named.flatMap(name => {
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
