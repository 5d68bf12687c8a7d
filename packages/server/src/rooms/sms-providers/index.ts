export { bindSmsProviders } from './providers.routes.ts';
export {
  addPracticeProvider,
  findOwnProvider,
  isPractice,
  type KeptProvider,
  openableProviders,
  providerByCallback,
  reviewingProviders,
} from './providers.store.ts';
export { newCallback, secretContext } from './providers.ts';
