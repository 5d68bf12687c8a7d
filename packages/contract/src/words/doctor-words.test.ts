import { expect, test } from 'vitest';
import { doctorChecks, doctorSays, doctorWords, languages, lineChecks } from '../index.ts';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('every sentence of the doctor says the same things in every language', () => {
  for (const says of doctorSays) {
    const cn = doctorWords(says, {}, 'zh-CN');
    expect(cn.found).not.toBe('');
    for (const language of languages) {
      const words = doctorWords(says, {}, language);
      expect(placeholders(words.found), `${says} ${language}`).toEqual(placeholders(cn.found));
      expect(placeholders(words.change), `${says} ${language}`).toEqual(placeholders(cn.change));
      expect(words.change === '', `${says} ${language}`).toBe(cn.change === '');
    }
  }
});

test('every check has a name in every language', () => {
  for (const check of lineChecks) for (const language of languages) expect(doctorChecks[check][language]).not.toBe('');
});

test('what was found is filled with what was seen; a key of a later release shows as it is', () => {
  expect(doctorWords('natPrivate', { written: '10.0.0.5', seen: '203.0.113.9' }, 'zh-CN')).toEqual({
    found: '我们写的是内网地址 10.0.0.5，对端看到 203.0.113.9',
    change: '把 PUBLIC_IP 设成 203.0.113.9，重启',
  });
  const addresses = ['192.0.2.10', '192.0.2.11'];
  expect(
    languages.map(language => doctorWords('resolved', { host: 'sip.example.net', addresses }, language).found),
  ).toEqual([
    'sip.example.net 的地址是 192.0.2.10、192.0.2.11',
    'sip.example.net 的位址是 192.0.2.10、192.0.2.11',
    'sip.example.net is 192.0.2.10, 192.0.2.11',
  ]);
  // As checks of earlier releases were kept.
  expect(doctorWords('resolved', { host: 'sip.example.net', addresses: '192.0.2.10、192.0.2.11' }, 'zh-CN').found).toBe(
    'sip.example.net 的地址是 192.0.2.10、192.0.2.11',
  );
  expect(doctorWords('toString', {}, 'en')).toEqual({ found: 'toString', change: '' });
});
