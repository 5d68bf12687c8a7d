import type { LegSignal, MediaSignal } from '@lianxian/telephony';

/** One signal as a line for the terminal; sound that went out is not worth one. */
export const tell = (signal: LegSignal | MediaSignal, print: (line: string) => void): void => {
  const line = sentence(signal);
  if (line !== null) print(`${(signal.at / 1000).toFixed(3)}  ${line}`);
};

const sentence = (signal: LegSignal | MediaSignal): string | null => {
  switch (signal.type) {
    case 'dialled':
      return `INVITE sent, Call-ID ${signal.callId}`;
    case 'provisional':
      return signal.earlyMedia ? `${signal.code} with early media` : `${signal.code}`;
    case 'answered':
      return 'answered';
    case 'ended':
      return `over: ${signal.ending.how}${signal.ending.code === null ? '' : ` ${signal.ending.code}`}`;
    case 'firstPacket':
      return 'first sound packet';
    case 'speaking':
      return 'they speak';
    case 'quiet':
      return 'they are quiet';
    case 'key':
      return `key ${signal.key}`;
    case 'text':
      return `text ${JSON.stringify(signal.text)}`;
    case 'vanished':
      return 'no sound packets for a while';
    case 'interrupted':
      return 'their sound breaks off';
    case 'resumed':
      return 'their sound is back';
    case 'recordingFailed':
      return `recording failed: ${signal.because}`;
    case 'defect':
      return `a defect of our own: ${String(signal.error)}`;
    case 'played':
      return null;
  }
};
