export * from './call/index.ts';
export * from './conversation/index.ts';
export * from './kit/index.ts';
export * from './line/index.ts';
export * from './pacing/index.ts';
export * from './phone/index.ts';
export * from './rights/index.ts';
export * from './task/index.ts';
