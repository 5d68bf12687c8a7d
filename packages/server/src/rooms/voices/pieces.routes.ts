import { dynamicVoiceEndpoints, pieceUses } from '@lianxian/contract';
import { aloud, figuresAloud, recordablePieces, renderSentence, soundKey } from '@lianxian/core';
import { bind, type Front } from '../../platform/http/index.ts';
import type { Listening } from './listen.ts';
import { voicesOfKind } from './voices.store.ts';
import { shownVoice } from './voices.view.ts';

/** The pieces values are told with: what is there, and how a value sounds with them. */
export const bindPieces = (front: Front, listening: Listening): void => {
  bind(front, dynamicVoiceEndpoints.list, async ({ speaker }, { db }) => {
    const voices = new Map((await voicesOfKind(db, 'piece', speaker)).map(voice => [voice.key, voice]));
    const usual = new Set<string>(Object.values(recordablePieces).flat());
    const own = [...voices.values()].filter(({ key }) => !usual.has(key));
    return {
      sets: pieceUses.map(use => {
        const texts = [...recordablePieces[use], ...own.filter(voice => voice.use === use).map(({ text }) => text)];
        return {
          use,
          pieces: texts.map(text => {
            const voice = voices.get(soundKey(text));
            return { text, voice: voice === undefined ? null : shownVoice(voice) };
          }),
        };
      }),
    };
  });
  bind(front, dynamicVoiceEndpoints.listen, async ({ spoken, value, speaker }, { db, session, at }) => {
    const voices = await voicesOfKind(db, 'piece', speaker);
    const recorded = Object.fromEntries(voices.filter(({ chosen }) => chosen).map(({ key, sound }) => [key, [sound]]));
    const variable = { name: 'value', label: 'value', fallback: '', spoken };
    const slot = `\${${variable.name}}`;
    const { segments } = renderSentence(slot, new Map([['value', variable]]), { value }, { recorded, turn: 0 });
    return {
      ...(await listening.sentence(session, { segments, voice: {} }, at)),
      said: figuresAloud(aloud(value, spoken)),
    };
  });
};
