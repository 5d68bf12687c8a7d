export { mayBeChance } from './chance.ts';
export { shareOf } from './share.ts';
