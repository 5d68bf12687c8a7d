import type { Fault } from './types.ts';

export const faults: readonly Fault[] = [];
