/**
 * The nodes of a graph that can come back to themselves: those of its strongly connected parts that have more than one
 * node, or a way from one to itself (Tarjan 1972, with a stack of its own). The time is that of nodes and ways.
 */
export const onLoops = (ways: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> => {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const isOpen = new Set<string>();
  const open: string[] = [];
  const found = new Set<string>();

  const enter = (id: string): { readonly id: string; next: number } => {
    order.set(id, order.size);
    lowest.set(id, order.size - 1);
    open.push(id);
    isOpen.add(id);
    return { id, next: 0 };
  };
  const lower = (id: string, to: number): void => void lowest.set(id, Math.min(lowest.get(id)!, to));
  /** A part is whole: all that was opened since its first node. */
  const close = (id: string): void => {
    const part = open.splice(open.lastIndexOf(id));
    for (const each of part) {
      isOpen.delete(each);
      if (part.length > 1 || ways.get(each)?.includes(each)) found.add(each);
    }
  };

  for (const start of ways.keys()) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const to = ways.get(at.id)![at.next++];
      if (to === undefined) {
        path.pop();
        const before = path.at(-1);
        if (before) lower(before.id, lowest.get(at.id)!);
        if (lowest.get(at.id) === order.get(at.id)) close(at.id);
      } else if (!order.has(to) && ways.has(to)) path.push(enter(to));
      else if (isOpen.has(to)) lower(at.id, order.get(to)!);
    }
  }
  return found;
};
