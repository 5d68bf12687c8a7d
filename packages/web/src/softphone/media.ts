import type { Devices, MicrophoneFault, PhoneLevels } from './port.ts';

/** Names of what browsers throw, as a person understands them. */
const faults: Readonly<Record<string, MicrophoneFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export class NoMicrophone extends Error {
  readonly fault: MicrophoneFault;
  constructor(fault: MicrophoneFault) {
    super(`no microphone: ${fault}`);
    this.fault = fault;
  }
}

const ask = (microphone: string): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(microphone !== '' && { deviceId: { exact: microphone } }),
    },
  });

/**
 * The microphone chosen, or the system's own where that one is gone.
 * @throws NoMicrophone, with why.
 */
export const openMicrophone = async (microphone: string): Promise<MediaStream> => {
  if (navigator.mediaDevices === undefined) throw new NoMicrophone('insecure');
  try {
    return await ask(microphone).catch(error => {
      if (microphone === '' || faults[error.name] !== 'missing') throw error;
      return ask('');
    });
  } catch (error) {
    throw new NoMicrophone(faults[error instanceof DOMException ? error.name : ''] ?? 'unknown');
  }
};

export const letGo = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

interface Meter {
  /** Kept: one that nobody holds may be collected, and all is silent from then on. */
  readonly source: AudioNode;
  readonly read: () => number;
}

/** The loudest sample of what a stream says now, 0…1. */
const createMeter = (context: AudioContext, stream: MediaStream): Meter => {
  const analyser = context.createAnalyser();
  // More than sounds from one frame that is drawn to the next: nothing is missed between them.
  analyser.fftSize = 2_048;
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    source,
    read: () => {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    },
  };
};

/** What is heard, and how loud both sides are. It lies outside every pane: a call sounds on whatever page one looks at. */
interface Sounds {
  /** Once the call is on its way: what measures a microphone takes as long to begin as the call itself. */
  readonly mine: (stream: MediaStream, speaker: string) => void;
  readonly theirs: (stream: MediaStream) => void;
  readonly speaker: (device: string) => void;
  readonly levels: () => PhoneLevels;
  readonly stop: () => void;
}

/** A page that nobody has touched may neither sound nor measure yet: it does at the first touch. */
const atFirstTouch = (act: () => Promise<void>): void => {
  const once = new AbortController();
  const touched = () => {
    once.abort();
    act().catch(() => undefined);
  };
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, touched, { signal: once.signal });
};

const playWhenAllowed = (audio: HTMLAudioElement): void => {
  audio.play().catch(() => atFirstTouch(() => audio.play()));
};

/** Asked for before it may, it would wait for ever: it is asked again. */
const runWhenAllowed = (context: AudioContext): void => {
  context.resume().catch(() => undefined);
  if (!navigator.userActivation?.hasBeenActive) atFirstTouch(() => context.resume());
};

export const createSounds = (): Sounds => {
  const audio = new Audio();
  audio.autoplay = true;
  let context: AudioContext | null = null;
  let meters: { mine?: Meter; theirs?: Meter } = {};
  const meter = (side: 'mine' | 'theirs', stream: MediaStream): void => {
    context ??= new AudioContext();
    runWhenAllowed(context);
    meters = { ...meters, [side]: createMeter(context, stream) };
  };
  const speaker = (device: string): void => {
    // Not every browser lets one choose; the system's own is heard then.
    if ('setSinkId' in audio) void audio.setSinkId(device).catch(() => undefined);
  };
  return {
    mine: (stream, device) => {
      meter('mine', stream);
      speaker(device);
    },
    theirs: stream => {
      audio.srcObject = stream;
      playWhenAllowed(audio);
      meter('theirs', stream);
    },
    speaker,
    levels: () => ({ mine: meters.mine?.read() ?? 0, theirs: meters.theirs?.read() ?? 0 }),
    stop: () => {
      audio.srcObject = null;
      meters = {};
      void context?.close();
      context = null;
    },
  };
};

const devicesKey = 'lx.phone.devices';

export const readDevices = (): Devices => {
  try {
    const kept = JSON.parse(localStorage.getItem(devicesKey) ?? '{}') as Partial<Devices>;
    return { microphone: kept.microphone ?? '', speaker: kept.speaker ?? '' };
  } catch {
    return { microphone: '', speaker: '' };
  }
};
export const keepDevices = (devices: Devices): void => localStorage.setItem(devicesKey, JSON.stringify(devices));
