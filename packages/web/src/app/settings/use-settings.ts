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
  ['zone', 'calling'],
  ['masking', 'people'],
  ['factor', 'people'],
] as const;
const services = ['recogniser', 'synthesiser', 'model'] as const;
/** What stands below the services on their page. */
const speechParts = ['lines', 'webhook'] as const;
const pages = [
  ['audit', 'auditLog', 'people'],
  ['balance', 'balance', 'account'],
  ['business', 'businessInfo', 'account'],
] as const;

/** All settings that whoever is signed in may change, and the pages beside them that he may look at. */
export const useSettings = (): readonly Setting[] => {
  const { t } = useTranslation(['configured', 'speech', 'console']);
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
    title: t($ => $.purposes[kind], { ns: 'speech' }),
    hint: t($ => $.hints[kind], { ns: 'speech' }),
    also: t($ => $.find.also[kind]),
  }));
  const ofSpeech = speechParts.map(part => ({
    ...{ key: part, group: 'services' as const, row: 'speech', part },
    title: t($ => $[part].title, { ns: 'speech' }),
    hint: t($ => $[part].hint, { ns: 'speech' }),
    also: t($ => $.find.also[part]),
  }));
  const beside = pages.map(([key, row, group]) => ({
    ...{ key, group, row },
    title: t($ => $.nav[row], { ns: 'console' }),
    hint: t($ => $.find.own[key]),
    also: t($ => $.find.also[key]),
  }));
  return [
    ...ofMerchant.filter(({ part }) => isOwner || part === 'calling'),
    ...ofServices,
    ...ofSpeech,
    ...beside,
  ].filter(({ row }) => isOffered(routeNamed(row), user));
};
