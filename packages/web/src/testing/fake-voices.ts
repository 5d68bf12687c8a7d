import { type endpoints, type OutputOf, voiceLimits } from '@lianxian/contract';
import { fixedPartsOf, type Plan, placedSentences, soundKey } from '@lianxian/core';
import type { z } from 'zod';

type LibraryVoice = OutputOf<typeof endpoints.audio.list>['list'][number];
type Save = z.output<typeof endpoints.audio.save.input>;
type Take = z.output<typeof endpoints.nodeVoice.upload.input>;

export const fakeVoice = (id: string, text: string, part: Partial<LibraryVoice> = {}): LibraryVoice => ({
  id,
  text,
  kind: 'sentence',
  use: '',
  speaker: '李敏',
  source: 'upload',
  chosen: true,
  by: '王晓雯',
  changedAt: '2026-11-20T02:00:00Z',
  durationMs: 2_400,
  peaks: Array.from({ length: voiceLimits.peaks }, (_, n) => 40 + ((n * 37) % 180)),
  plans: [],
  ...part,
});

export interface FakeVoicesStart {
  readonly voices?: readonly LibraryVoice[];
  /** The draft whose sentences `nodeVoice/list` tells. */
  readonly spoken?: Plan;
}

/** Recordings as the real server keeps them: found by text without marks at its ends. */
export const createFakeVoices = ({ voices: there = [], spoken }: FakeVoicesStart) => {
  let voices = [...there];
  let sounds = 0;
  const partsOf = (text: string) =>
    fixedPartsOf(text).map(part => {
      const found = voices.filter(voice => soundKey(voice.text) === soundKey(part));
      return {
        text: part,
        state: found.length > 0 ? ('recorded' as const) : ('missing' as const),
        voices: found,
        was: null,
      };
    });
  const stateOf = (parts: ReturnType<typeof partsOf>) =>
    parts.find(({ state }) => state === 'missing')?.state ?? 'recorded';
  const add = (voice: LibraryVoice) => {
    voices = [voice, ...voices];
    return { id: voice.id };
  };
  const nextId = () => String(900 + voices.length);
  return {
    handlers: {
      'audio/upload': () => {
        sounds += 1;
        const { durationMs, peaks } = fakeVoice('0', '');
        return { sound: sounds.toString(16).padStart(40, '0'), name: 'take.wav', durationMs, peaks };
      },
      'audio/list': ({ q, kind }: z.output<typeof endpoints.audio.list.input>) => {
        const list = voices.filter(voice => voice.text.includes(q) && (kind === undefined || voice.kind === kind));
        return { list, total: list.length, after: null, speakers: [...new Set(voices.map(({ speaker }) => speaker))] };
      },
      'audio/save': ({ id, text, kind, use, speaker }: Save) => {
        const facts = { text, kind, use, speaker };
        if (id === undefined) return add(fakeVoice(nextId(), text, facts));
        voices = voices.map(voice => (voice.id === id ? { ...voice, ...facts } : voice));
        return { id };
      },
      'audio/remove': ({ id }: { id: string }) => {
        voices = voices.filter(voice => voice.id !== id);
        return {};
      },
      'audio/ticket': ({ id }: { id: string }) => ({ url: `/api/front/voice/sound?ticket=${id}` }),
      'dynamicVoice/list': () => ({
        sets: [{ use: 'digit', pieces: ['零', '一'].map(text => ({ text, voice: null })) }],
      }),
      'nodeVoice/of': ({ text }: { text: string }) => {
        const parts = partsOf(text);
        return { state: stateOf(parts), parts };
      },
      'nodeVoice/list': () => {
        const list = (spoken === undefined ? [] : placedSentences(spoken)).map(sentence => {
          const parts = partsOf(sentence.text);
          return { ...sentence, state: stateOf(parts), parts };
        });
        const missing = list.filter(({ state }) => state === 'missing').length;
        return { list, missing, changed: 0, speakers: ['李敏'] };
      },
      'nodeVoice/upload': ({ text, speaker, source }: Take) => add(fakeVoice(nextId(), text, { speaker, source })),
      'nodeVoice/choose': () => ({}),
      'nodeVoice/remove': ({ id }: { id: string }) => {
        voices = voices.filter(voice => voice.id !== id);
        return {};
      },
    } satisfies Record<string, (input: never) => unknown>,
  };
};
