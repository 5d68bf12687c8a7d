import { kindOfSearch } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';

/** What a text typed into a search of people can find, where it found nobody; null: there is nothing to say. */
export const useSoughtHint = (text: string): string | null => {
  const { t } = useTranslation('parts');
  const kind = kindOfSearch(text, useCurrentUser()?.btns.includes('phone:unmask') ?? false);
  return kind === 'all' || kind === 'whole' ? null : t($ => $.sought[kind]);
};
