import type { endpoints, OutputOf } from '@lianxian/contract';

export type Quality = OutputOf<typeof endpoints.stat.planQuality>;
export type QualitySum = Quality['sum'];
export type QualityRow = Quality['list'][number];
