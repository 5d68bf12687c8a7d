import { type Child, ChildRefused, type ReadyInfo } from './child.ts';
import { type Transport, whyTaken } from './ports.ts';

/** Between looking and binding somebody else may take a port; more often than this it is no accident. */
const MOVES = 5;

export interface Place {
  readonly transport: Transport;
  readonly address: string;
  readonly port: number;
}

/** What the system says of a port that is somebody else's: the last words of a part that could not bind it. */
const TAKEN = 'EADDRINUSE';

/**
 * Starts a part that binds ports. When it does not get ready and one of them is somebody else's by now, it moves on
 * and tries again; `move` refuses when the port was set by the operator. A port that was taken and is free again, because
 * another house only looked whether it could have it, is tried again where it is.
 */
export const startMoving = async (
  child: Child,
  places: () => readonly Place[],
  move: () => Promise<void>,
): Promise<ReadyInfo> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await child.start();
    } catch (error) {
      const reasons = await Promise.all(
        places().map(({ transport, address, port }) => whyTaken(transport, address, port)),
      );
      const isTaken = reasons.some(why => why !== null);
      const wasTaken = error instanceof Error && error.message.includes(TAKEN);
      if (!(isTaken || wasTaken) || attempt === MOVES || error instanceof ChildRefused) throw error;
      if (isTaken) await move();
    }
  }
};
