import { type InputOf, planVoiceEndpoints, type SpeechFault } from '@lianxian/contract';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { playSound, stopSound, useHeard } from '../../../sound/one-sound.ts';

type Wish = Pick<InputOf<typeof planVoiceEndpoints.listen>, 'planId' | 'text' | 'service' | 'speaker' | 'speed'>;

/** Hears a sentence by a voice that is not chosen yet; `fault`: why it did not speak. */
export const useTrial = (wish: Wish) => {
  const name = `voice ${JSON.stringify(wish)}`;
  const isHeard = useHeard(name);
  const [told, setTold] = useState<{ readonly name: string; readonly fault: SpeechFault } | null>(null);
  const find = async (): Promise<string> => {
    setTold(null);
    const { url, fault } = await call(planVoiceEndpoints.listen, wish);
    if (fault !== null) setTold({ name, fault });
    if (url === null) throw new Error('it did not speak');
    return url;
  };
  return {
    isHeard,
    // Of another wish nothing was told yet.
    fault: told?.name === name ? told.fault : null,
    toggle: () => (isHeard ? stopSound() : void playSound(name, find)),
  };
};
