import { expect } from 'vitest';

const kinds = ['error', 'warn'] as const;

/**
 * Listens to what React, a component library or we ourselves complain of on the console: a key that is there twice,
 * an unknown property, a part that is to be replaced. The answer stops, and fails the test whose page complained.
 */
export const listenForComplaints = (): (() => void) => {
  const complaints: string[] = [];
  const restore = kinds.map(kind => {
    const say = console[kind];
    console[kind] = (...words: unknown[]) => {
      complaints.push(words.map(String).join(' ').slice(0, 600));
      say(...words);
    };
    return () => {
      console[kind] = say;
    };
  });
  return () => {
    for (const each of restore) each();
    expect(complaints, 'what the page complained of on the console').toEqual([]);
  };
};
