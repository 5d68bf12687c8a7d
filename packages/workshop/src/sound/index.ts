export { envelope, shiftBetween } from './envelope.ts';
export { findPiece } from './find.ts';
export { clippedSamples, loudest, peak, rmsDb, silences } from './levels.ts';
export { spokenTone } from './spoken-tone.ts';
export { toneDb, toneGapMs, tonePresence } from './tone.ts';
export { parseStereo, readStereo, type StereoSound, samplesOfALaw } from './wave-file.ts';
