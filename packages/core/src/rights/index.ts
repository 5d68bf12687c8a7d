export * from './keys.ts';
export * from './templates.ts';
