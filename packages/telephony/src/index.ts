export { digitsAloud } from './audio/digits.ts';
export { alawSilence, decodeAlaw, decodeUlaw, encodeAlaw, encodeUlaw } from './audio/g711.ts';
export { type Joint, joinSounds, joints } from './audio/joints.ts';
export { labelChunk, type SynthesisLabel, speechWav } from './audio/labelled-wav.ts';
export { levelled, speechLoudness, trimmed } from './audio/loudness.ts';
export { type RecordingPeaks, recordingPeaks } from './audio/peaks.ts';
export { resample } from './audio/resample.ts';
export { type GivenSound, soundPeaks, telephoneSound } from './audio/telephone-sound.ts';
export { keyTone, tone } from './audio/tone.ts';
export { type Manner, startVoice, type Voice, VoiceFailed, type VoiceOptions } from './audio/voice.ts';
export {
  alawWavHeader,
  decodeWav,
  pcmWavHeader,
  readWavHeader,
  type WavFormat,
  type WavRefusal,
  type WavSound,
} from './audio/wav.ts';
export type { ExchangeProbe, NoAnswer, ProbeResult } from './exchange/asker.ts';
export { type OpenExchange, openExchange } from './exchange/exchange.ts';
export type { ExchangeOptions, MessageNote } from './exchange/options.ts';
export type * from './exchange/registrar-types.ts';
export type * from './exchange/registration-types.ts';
export type { SecurityEvent, SecurityKind } from './exchange/security.ts';
export type * from './exchange/types.ts';
export { type Bridge, createBridge } from './media/bridge.ts';
export { restingClock } from './media/clock.ts';
export { createMediaEngine, type MediaEngineOptions } from './media/engine.ts';
export type { MediaClock } from './media/frame-clock.ts';
export { createMediaHost, type LocalMediaHost, type MediaHost } from './media/host.ts';
export { createMixer, type Mixer, MOST_PARTICIPANTS } from './media/mixer.ts';
export { createMusic, holdMusic } from './media/music.ts';
export { type RecordedVoice, recordedVoices } from './media/recording-voices.ts';
export { createRingTone } from './media/ring-tone.ts';
export { NoPortLeft } from './media/sockets.ts';
export type * from './media/types.ts';
export type { Address } from './net/address.ts';
export type { LocalEnd, Transport } from './net/flow.ts';
export type { Certificate } from './net/stream-listeners.ts';
export type { Listeners } from './net/streams.ts';
export { comeFirst, goAhead } from './process/go-ahead.ts';
export { createTextLines, type TextLine, type TextLines } from './rtp/text-lines.ts';
export type * from './sdp/media.ts';
export type * from './sip/dialog/stored.ts';
export type { Header } from './sip/grammar/message.ts';
export type { Credentials, QopMemory } from './sip/user-agent/digest.ts';
export type * from './sip/user-agent/ending.ts';
export type * from './sip/user-agent/registration-state.ts';
export type { SdesKey } from './srtp/keys.ts';
export type * from './webrtc/types.ts';
