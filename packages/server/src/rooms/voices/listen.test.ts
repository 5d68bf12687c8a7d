import { expect, test } from 'vitest';
import { withStandIn } from './listen.ts';

const sentence = { text: '您好', segments: [{ text: '您好', fixed: true, spoken: 'asWritten' }] } as const;
const by = { merchantId: '7', voice: {} };
const sound = (voice: string) => new TextEncoder().encode(voice);
const say = async (_: unknown, voice: string) => {
  if (voice === 'broken') throw new Error('it does not speak now');
  return sound(voice);
};

test.each([
  ['a merchant that chose no voice hears the usual one', null, 'usual'],
  ['a merchant that chose a voice hears that one', 'own', 'own'],
  ['a voice that does not speak now is stood in for by the usual one', 'broken', 'usual'],
])('%s', async (_what, chosen, heard) => {
  const speak = withStandIn({ speakerOf: async () => ({ own: chosen, usual: 'usual' }), speak: say });
  expect(await speak(sentence, by)).toEqual(sound(heard));
});

test('where the usual voice does not speak either, who listens is told', async () => {
  const speak = withStandIn({
    speakerOf: async () => ({ own: 'own', usual: 'usual' }),
    speak: () => Promise.reject(new Error('no voice')),
  });
  await expect(speak(sentence, by)).rejects.toThrow('no voice');
});
