import { type Child, ChildRefused, type ReadyInfo } from './child.ts';
import { type Transport, whyTaken } from './ports.ts';

/** Between looking and binding somebody else may take a port; more often than this it is no accident. */
const MOVES = 5;

export interface Place {
  readonly transport: Transport;
  readonly address: string;
  readonly port: number;
}

/**
 * Starts a part that binds a port. When it does not get ready and its port is somebody else's by now, it moves on
 * and tries again; `move` refuses when the port was set by the operator.
 */
export const startMoving = async (child: Child, place: () => Place, move: () => Promise<void>): Promise<ReadyInfo> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await child.start();
    } catch (error) {
      const { transport, address, port } = place();
      const lost = (await whyTaken(transport, address, port)) !== null;
      if (!lost || attempt === MOVES || error instanceof ChildRefused) throw error;
      await move();
    }
  }
};
