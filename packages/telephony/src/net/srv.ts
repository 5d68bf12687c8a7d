import type { Dice } from '@lianxian/core/kit';

/** An SRV record (RFC 2782). */
export interface Preferred {
  readonly host: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/**
 * The order to try servers in (RFC 2782): lower priorities first; among equals the dice choose, one after the other,
 * each as often as its weight says. Records of weight 0 come to the front of that choice, so that beside others they
 * are rarely taken, and among themselves evenly.
 */
export const inOrder = (records: readonly Preferred[], dice: Dice): readonly Preferred[] => {
  const priorities = [...new Set(records.map(each => each.priority))].sort((a, b) => a - b);
  return priorities.flatMap(priority =>
    drawn(
      records.filter(each => each.priority === priority),
      dice,
    ),
  );
};

const drawn = (equals: readonly Preferred[], dice: Dice): readonly Preferred[] => {
  const left = [...equals].sort((a, b) => a.weight - b.weight);
  const order: Preferred[] = [];
  while (left.length > 0) {
    const sum = left.reduce((all, each) => all + each.weight, 0);
    const chosen = sum === 0 ? Math.floor(dice.next() * left.length) : drawOne(left, dice.between(0, sum));
    order.push(...left.splice(chosen, 1));
  }
  return order;
};

/** The first whose running sum reaches the throw (0 … sum, both included). */
const drawOne = (records: readonly Preferred[], thrown: number): number => {
  let running = 0;
  return records.findIndex(each => {
    running += each.weight;
    return running >= thrown;
  });
};
