import { smsEndpoints } from '@lianxian/contract';
import { bind, type Front } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { listProviders } from './providers.store.ts';
import { enableProvider, removeProvider, saveProvider } from './providers.ts';
import { providerView } from './providers.view.ts';

interface ProvidersParts {
  readonly secrets: Secrets;
  /** Whoever sends looks again. */
  readonly wake: (merchantId: string) => void;
}

export const bindSmsProviders = (front: Front, { secrets, wake }: ProvidersParts): void => {
  bind(front, smsEndpoints.providers, async (_, { db, origin, locale }) => ({
    list: (await listProviders(db)).map(row => providerView(row, origin, locale)),
  }));
  bind(front, smsEndpoints.saveProvider, async (input, context) => {
    const id = await saveProvider(input, context, secrets);
    wake(context.session.merchantId);
    return { id };
  });
  bind(front, smsEndpoints.enableProvider, async ({ id, enabled }, context) => {
    await enableProvider(id, enabled, context);
    wake(context.session.merchantId);
    return {};
  });
  bind(front, smsEndpoints.removeProvider, async ({ id }, context) => {
    await removeProvider(id, context);
    wake(context.session.merchantId);
    return {};
  });
};
