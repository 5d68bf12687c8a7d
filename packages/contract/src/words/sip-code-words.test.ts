import { expect, test } from 'vitest';
import { languages, sipCodeWords } from '../index.ts';

/** The IANA registry of SIP responses, final ones that may end an INVITE (Methods and Response Codes, 2024). */
const registry = [
  300, 301, 302, 305, 380, 400, 401, 402, 403, 404, 405, 406, 407, 408, 410, 412, 413, 414, 415, 416, 417, 420, 421,
  422, 423, 424, 428, 429, 430, 433, 436, 437, 438, 439, 440, 469, 470, 480, 481, 482, 483, 484, 485, 486, 487, 488,
  489, 491, 493, 494, 500, 501, 502, 503, 504, 505, 513, 555, 580, 600, 603, 604, 606, 607, 608,
];
const unregistered = { 4: 499, 5: 599, 6: 699 };

test('every final code has a meaning of its own and a remedy in every language', () => {
  for (const code of registry)
    for (const language of languages) {
      const words = sipCodeWords(code, language);
      expect(words?.means, `${code} ${language}`).toBeTruthy();
      expect(words?.remedy, `${code} ${language}`).toBeTruthy();
    }
  // Known by itself, not by its class.
  expect(sipCodeWords(402, 'zh-CN')?.means).toBe('线路欠费');
});

test('a code of no registry is told by its class; what is no refusal has no words', () => {
  for (const code of Object.values(unregistered)) expect(sipCodeWords(code, 'en')?.means).toBeTruthy();
  for (const code of [0, 99, 100, 180, 200, 299, 700]) expect(sipCodeWords(code, 'en')).toBeNull();
});

test('the words of the monitor as they were drawn', () => {
  expect(sipCodeWords(503, 'zh-CN')).toEqual({ means: '对端忙不过来', remedy: '降低每秒呼叫，或换一条线路' });
  expect(sipCodeWords(486, 'zh-TW')).toEqual({ means: '使用者忙線', remedy: '10 分鐘後再撥' });
  expect(sipCodeWords(604, 'en')).toEqual({ means: 'The number doesn’t exist anywhere', remedy: 'Don’t call again' });
});
