import type { MediaEngine, MediaLeg, RemoteMedia } from '@lianxian/telephony';
import type { FromWorker, MediaWants } from './messages.ts';

/**
 * Second legs of calls: people who are rung. Such a leg has a far end and nothing of its own; it is there to be heard by
 * the call it belongs to.
 */
export interface SecondLegs {
  readonly open: (call: string, wants: MediaWants) => void;
  readonly connect: (call: string, remote: RemoteMedia, phase: 'early' | 'confirmed') => void;
  /** Null while it is not open. */
  readonly find: (call: string) => MediaLeg | null;
  /** Was it opened here, and not closed? */
  readonly has: (call: string) => boolean;
  readonly close: (call: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

export const createSecondLegs = (engine: MediaEngine, report: (message: FromWorker) => void): SecondLegs => {
  const legs = new Map<string, MediaLeg | 'opening'>();

  const open = async (call: string, wants: MediaWants): Promise<void> => {
    legs.set(call, 'opening');
    try {
      const leg = await engine.open({ ...wants, voiceActivity: false }, signal => {
        if (signal.type === 'vanished') report({ type: 'vanished', call });
      });
      // It was closed meanwhile.
      if (!legs.has(call)) return void (await leg.close());
      legs.set(call, leg);
      report({ type: 'opened', call, local: leg.local });
    } catch (error) {
      legs.delete(call);
      report({ type: 'openFailed', call, because: String(error) });
    }
  };

  const find = (call: string): MediaLeg | null => {
    const leg = legs.get(call);
    return leg === undefined || leg === 'opening' ? null : leg;
  };

  const close = async (call: string): Promise<void> => {
    const leg = find(call);
    legs.delete(call);
    await leg?.close();
    report({ type: 'closed', call, media: null, recording: null });
  };

  return {
    open: (call, wants) => void open(call, wants),
    connect: (call, remote, phase) => find(call)?.connect(remote, phase),
    find,
    has: call => legs.has(call),
    close,
    closeAll: async () => {
      await Promise.all([...legs.keys()].map(close));
    },
  };
};
