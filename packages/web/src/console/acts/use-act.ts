import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';

type Wish = Omit<z.input<typeof endpoints.seatWork.act.input>, 'callId'>;

/** Does something in a call of this seat. False: the server says no, and a toast has said why. */
export const useAct = (callId: string | null) => {
  const queries = useQueryClient();
  const { t } = useTranslation('shell');
  return async (wish: Wish): Promise<boolean> => {
    if (callId === null) return false;
    try {
      const { warning } = await call(endpoints.seatWork.act, { callId, ...wish });
      if (warning) toast.info(t($ => $.testCall.warned, { because: warning }));
    } catch {
      return false;
    }
    await queries.invalidateQueries({ queryKey: ['seat/call'] });
    return true;
  };
};
