import type { endpoints, OutputOf } from '@lianxian/contract';

type Row = Pick<OutputOf<typeof endpoints.call.list>['list'][number], 'direction' | 'origin'>;

/** Where a call of no task comes from: somebody called, a seat did, or the robot was tried out. */
export const bornOf = ({ direction, origin }: Row): 'in' | 'hand' | 'seat' => {
  if (direction === 'in') return 'in';
  return origin === 'robot' ? 'hand' : 'seat';
};
