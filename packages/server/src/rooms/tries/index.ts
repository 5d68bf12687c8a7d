export { type Spent, spendTry } from './address.ts';
export { noteDevice } from './device.store.ts';
export { type Device, findDevice } from './device.ts';
export { sweepTries } from './sweep.store.ts';
export { openTries, type Subject, type Tries, type Try, type TryParts } from './tries.ts';
