import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { toast } from '../../ui/toast.ts';

/** The talk of this call as a test conversation of its plan; one is led to where it can be changed. */
export const SaveTest = ({ callId }: { callId: string }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  const save = useMutation({
    mutationFn: async () => {
      const { planId, name, test } = await call(endpoints.talk.testFromCall, { callId });
      await call(endpoints.talk.saveTest, { planId, name, test, callId });
      return planId;
    },
    onSuccess: planId => {
      toast.ok(t($ => $.saveTest.saved));
      void client.invalidateQueries({ queryKey: ['talk/tests', planId] });
      void client.invalidateQueries({ queryKey: ['talk/runTests', planId] });
      void navigate(`/plan/${planId}?view=tests`);
    },
  });
  if (!mayEdit) return null;
  return (
    <button type="button" className="button" disabled={save.isPending} onClick={() => save.mutate()}>
      <FlaskConical size={14} aria-hidden="true" />
      {t($ => $.saveTest.button)}
    </button>
  );
};
