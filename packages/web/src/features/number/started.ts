import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import type { CustomerQuery } from './filter.ts';

/** What a dialog is given that does something to chosen customers. */
export interface ActProps {
  readonly query: CustomerQuery;
  /** How many, in words. */
  readonly n: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A batch task was begun: how far it is stands among the batch tasks. */
export const useStarted = ({ n, onDone }: Pick<ActProps, 'n' | 'onDone'>) => {
  const { t } = useTranslation('number');
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['batch/list'] });
    toast.ok(t($ => $.acts.started, { n }));
    onDone();
  };
};
