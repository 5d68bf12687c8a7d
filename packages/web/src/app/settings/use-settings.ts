import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { routeNamed } from '../routes.ts';
import { isOffered } from '../where-to.ts';
import type { Setting } from './find.ts';

/** The parts of the page of the merchant's settings; who may place and stop calls may set the first. */
const parts = [
  ['calling', 'calling'],
  ['levels', 'calling'],
  ['retention', 'calling'],
  ['seats', 'people'],
  ['keeping', 'account'],
  ['zone', 'calling'],
  ['exports', 'people'],
  ['masking', 'people'],
  ['factor', 'people'],
] as const;
/** Parts of the page of services. */
const services = ['recogniser', 'synthesiser', 'model', 'lines', 'webhook'] as const;
const pages = [
  ['webhooks', 'webhooks', 'services'],
  ['afterCall', 'afterCall', 'calling'],
  ['audit', 'auditLog', 'people'],
  ['balance', 'balance', 'account'],
  ['business', 'businessInfo', 'account'],
] as const;

/** All settings that whoever is signed in may change, and the pages beside them that he may look at. */
export const useSettings = (): readonly Setting[] => {
  const { t } = useTranslation(['configured', 'shell']);
  const user = useCurrentUser();
  if (!user) return [];
  const isOwner = routeNamed('configured').edits?.roles.includes(user.roleCode) ?? false;
  const ofMerchant = parts.map(([part, group]) => ({
    ...{ key: part, group, row: 'configured', part },
    title: t($ => $[part].title),
    hint: t($ => $[part].hint),
    also: t($ => $.find.also[part]),
  }));
  const ofServices = services.map(kind => ({
    ...{ key: kind, group: 'services' as const, row: 'speech', part: kind },
    title: t($ => $.services[kind].title),
    hint: t($ => $.services[kind].hint),
    also: t($ => $.find.also[kind]),
  }));
  const beside = pages.map(([key, row, group]) => ({
    ...{ key, group, row },
    title: t($ => $.nav[row], { ns: 'shell' }),
    hint: t($ => $.find.own[key]),
    also: t($ => $.find.also[key]),
  }));
  return [...(isOwner ? ofMerchant : []), ...ofServices, ...beside].filter(({ row }) =>
    isOffered(routeNamed(row), user),
  );
};
