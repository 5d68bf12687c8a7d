export { decide } from './decide.ts';
export * from './types.ts';
