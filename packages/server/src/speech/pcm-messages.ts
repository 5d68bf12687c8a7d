import { decodeAlaw } from '@lianxian/telephony';
import { bytesOf, createDoubler } from './upsample.ts';

/** Takes the telephone's frames and sends so many of them together as PCM, raised to 16 kHz where a service hears nothing else. */
export const pcmMessages = (
  framesAMessage: number,
  sampleRate: 8_000 | 16_000,
  send: (pcm: Uint8Array) => void,
): ((frame: Uint8Array) => void) => {
  const raised = sampleRate === 16_000 ? createDoubler() : (samples: Int16Array) => samples;
  const gathered: Uint8Array[] = [];
  return frame => {
    gathered.push(bytesOf(raised(decodeAlaw(frame))));
    if (gathered.length === framesAMessage) send(Buffer.concat(gathered.splice(0)));
  };
};
