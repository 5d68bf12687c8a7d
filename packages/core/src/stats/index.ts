export { mayBeChance } from './chance.ts';
