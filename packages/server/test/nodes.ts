import type { NodeBeat } from '../src/rooms/dialler/dialler.store.ts';

/** A node that lives and has room, as it shows itself. */
export const nodeBeat = (over: Partial<NodeBeat> = {}): NodeBeat => ({
  id: 'n',
  life: '',
  address: '',
  workers: 1,
  calls: 0,
  capacity: 10,
  draining: false,
  sipDoor: 'fixed',
  version: '',
  ...over,
});
