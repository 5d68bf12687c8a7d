export { mayBeChance } from './chance.ts';
export { type Share, shareOf } from './share.ts';
