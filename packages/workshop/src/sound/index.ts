export { envelope, shiftBetween } from './envelope.ts';
export { type Finding, findPiece } from './find.ts';
export { clippedSamples, loudest, peak, rmsDb, type Span, silences } from './levels.ts';
export { toneDb, tonePresence } from './tone.ts';
export { parseStereoALaw, readStereoALaw, type StereoSound, samplesOfALaw } from './wave-file.ts';
