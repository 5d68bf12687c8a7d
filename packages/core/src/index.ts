export * from './call/index.ts';
export * from './conversation/index.ts';
export * from './kit/index.ts';
export * from './rights/index.ts';
