import { describe, expect, it } from 'vitest';
import { asVoiced, SENTENCE_END, spread } from './speech.ts';

describe('a spoken sentence', () => {
  it('sends its characters while they are voiced and the separator with the last sound', () => {
    const { pieces } = spread('多少钱啊？', new Uint8Array(8000));
    expect(pieces).toEqual([
      { atMs: 400, text: '多少' },
      { atMs: 800, text: '钱啊' },
      { atMs: 1000, text: '？' },
      { atMs: 1000, text: SENTENCE_END },
    ]);
  });

  it('is spread by whole characters, also beyond the basic plane', () => {
    expect(spread('𠮷利', new Uint8Array(800)).pieces[0]).toEqual({ atMs: 100, text: '𠮷利' });
  });

  it('reads phones and codes digit by digit, and small numbers as numbers', () => {
    expect(asVoiced('打13800138000')).toBe('打幺三八零零幺三八零零零');
    expect(asVoiced('299块')).toBe('299块');
  });
});
