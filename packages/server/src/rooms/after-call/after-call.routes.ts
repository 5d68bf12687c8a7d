import { afterCallEndpoints } from '@lianxian/contract';
import { bind, type Front } from '../../platform/http/index.ts';
import { saveRules, showRules, tryRules } from './rules.ts';

export const bindAfterCall = (front: Front): void => {
  bind(front, afterCallEndpoints.rules, showRules);
  bind(front, afterCallEndpoints.save, async (input, context) => ({ version: await saveRules(input, context) }));
  bind(front, afterCallEndpoints.tryOut, tryRules);
};
