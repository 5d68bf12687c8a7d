export { compareWays, type Way } from './compare.ts';
