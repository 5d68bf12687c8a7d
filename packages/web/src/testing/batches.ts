import { action, type Merchant, type Person } from './house.ts';

export interface BatchWish {
  readonly title: string;
  /** 0 import, 1 export, 2 delete. */
  readonly type?: 0 | 1 | 2;
  readonly state?: 'running' | 'done' | 'failed' | 'cancelled';
  readonly remark?: string;
  readonly done?: number;
  readonly of?: number;
  readonly hasFile?: boolean;
}

/** Somebody's batches as they stand, the oldest first; their ids. */
export const batchesOf = ({ id }: Merchant, employee: Person, batches: readonly BatchWish[]): Promise<string[]> =>
  action('batches', { merchant: id, employee: employee.id, batches });

/** One of them goes on, and pages are told. */
export const batchGoes = ({ id }: Merchant, batch: string, came: Pick<BatchWish, 'state' | 'done'>): Promise<unknown> =>
  action('batchGoes', { merchant: id, batch, ...came });
