export type * from './exchange/types.ts';
export type * from './media/types.ts';
