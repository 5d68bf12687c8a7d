import { limits } from '@lianxian/contract';
import { refuse } from './refusal.ts';

/**
 * `page` and `limit` as an offset; beyond row 10,000 it refuses (docs/wire.md#lists): deep offsets cost the database
 * dearly.
 */
export const pageOf = ({ page, limit }: { page: number; limit: number }): { offset: number; limit: number } => {
  const offset = (page - 1) * limit;
  if (offset + limit > limits.lastRow) throw refuse('pageTooFar');
  return { offset, limit };
};
