import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { sayRemoved } from '../../ui/undo.ts';
import type { Detail } from './marks.ts';

/** Its number is not called any more for what was said here; who may take it off does so where it was heard wrongly. */
export const WishPart = ({ call: { id, phone } }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  const mayAllow = useCurrentUser()?.btns.includes('task:control') ?? false;
  const changed = () => queries.invalidateQueries({ queryKey: ['call/detail', id] });
  const allow = useMutation({
    mutationFn: () => call(endpoints.blacklist.allow, { callId: id }),
    onSuccess: ({ undo }) =>
      sayRemoved(
        t($ => $.record.allowed, { phone }),
        undo,
        changed,
      ),
    onSettled: changed,
  });
  return (
    <p className="row gap-8 wrap">
      <span>{t($ => $.record.blacklisted)}</span>
      {mayAllow && (
        <Button onClick={() => allow.mutate()} loading={allow.isPending}>
          {t($ => $.record.allow)}
        </Button>
      )}
    </p>
  );
};
