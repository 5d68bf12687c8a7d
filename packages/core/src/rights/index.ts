export * from './compare.ts';
export * from './groups.ts';
export * from './keys.ts';
export * from './preview.ts';
export * from './templates.ts';
