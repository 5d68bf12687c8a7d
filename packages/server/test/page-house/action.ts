import { z } from 'zod';
import { type Bus, openBus } from '../../src/platform/bus.ts';
import { openLog } from '../../src/platform/log.ts';
import { openPushSender, type PushSender } from '../../src/platform/push/index.ts';
import type { TestHouse } from '../open-house.ts';
import type { WeChatServer } from '../wechat-server.ts';

/** Done with what it was wished with; what comes of it goes to the page. */
type Action = (wish: unknown) => Promise<object | undefined>;
export type Actions = Readonly<Record<string, Action>>;

export const action =
  <Wish extends z.ZodType>(wish: Wish, does: (wish: z.output<Wish>) => Promise<object | undefined>): Action =>
  async given =>
    does(wish.parse(given));

/** What actions are done in. */
export interface Ground {
  readonly house: TestHouse;
  /** The far end of mini-programs. */
  readonly weChat: WeChatServer;
  readonly bus: Bus;
  /** Says something to pages as another process would, and waits until it is kept. */
  readonly tell: (says: (push: PushSender) => void) => Promise<void>;
}

export const openGround = async (
  house: TestHouse,
  weChat: WeChatServer,
): Promise<Ground & { readonly close: () => Promise<void> }> => {
  const log = openLog('silent', 'door');
  const bus = await openBus(house.url, house.database, log);
  return {
    house,
    weChat,
    bus,
    tell: async says => {
      const push = openPushSender(house.database.db, bus, log);
      says(push);
      await push.close();
    },
    close: bus.close,
  };
};

export const id = z.string();
