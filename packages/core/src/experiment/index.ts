export { type Comparison, compareWays, type Ratio, type Way } from './compare.ts';
