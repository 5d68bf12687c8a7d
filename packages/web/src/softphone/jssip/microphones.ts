import { type createSounds, letGo, NoMicrophone, openMicrophone } from '../media.ts';
import type { Devices, PhoneNews } from '../port.ts';
import type { Leg } from './leg.ts';

/** Another microphone, in the call that goes on. */
const sendInstead = async ({ connection }: Leg, stream: MediaStream): Promise<void> => {
  const [track] = stream.getAudioTracks();
  const sender = connection?.getSenders().find(each => each.track?.kind === 'audio');
  if (track) await sender?.replaceTrack(track);
};

interface Microphones {
  /** Null: there is none, which was told, or the leg has ended meanwhile. */
  readonly openFor: (one: Leg) => Promise<MediaStream | null>;
  /** Shows how loud it is, and where the other side is heard. */
  readonly measure: (stream: MediaStream) => void;
  /** Whatever is opened from now on, and what is open. */
  readonly mute: (leg: Leg | null, isMuted: boolean) => void;
  readonly take: (leg: Leg | null, devices: Devices) => void;
}

/** The microphone of a telephone's one call: which it is, whether it is muted. */
export const createMicrophones = (
  tell: (news: PhoneNews) => void,
  sounds: Pick<ReturnType<typeof createSounds>, 'mine' | 'speaker'>,
): Microphones => {
  let devices: Devices = { microphone: '', speaker: '' };
  let isMuted = false;
  /** One after the other: each lets go of the one before. */
  let changing: Promise<void> = Promise.resolve();

  const openFor = async (one: Leg): Promise<MediaStream | null> => {
    try {
      const stream = await openMicrophone(devices.microphone);
      if (one.isOver) {
        letGo(stream);
        return null;
      }
      one.stream = stream;
      for (const track of stream.getAudioTracks()) track.enabled = !isMuted;
      return stream;
    } catch (error) {
      if (!(error instanceof NoMicrophone)) throw error;
      tell({ type: 'microphone', fault: error.fault });
      return null;
    }
  };
  const measure = (stream: MediaStream): void => sounds.mine(stream, devices.speaker);
  const change = async (one: Leg): Promise<void> => {
    const old = one.stream;
    if (old === null || one.isOver) return;
    const stream = await openFor(one);
    if (stream === null) return;
    await sendInstead(one, stream);
    measure(stream);
    letGo(old);
  };

  return {
    openFor,
    measure,
    mute: (leg, next) => {
      isMuted = next;
      for (const track of leg?.stream?.getAudioTracks() ?? []) track.enabled = !next;
    },
    take: (leg, next) => {
      const changes = next.microphone !== devices.microphone;
      devices = next;
      sounds.speaker(next.speaker);
      if (changes && leg?.stream) changing = changing.catch(() => undefined).then(() => change(leg));
    },
  };
};
