import { endpoints, type TalkMove } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Modal } from '../../../ui/modal.tsx';
import { Skeleton } from '../../../ui/panels.tsx';
import { moveText } from '../transcript/move-text.ts';
import { TestForm } from './test-form.tsx';
import { useTests } from './use-tests.ts';

interface SaveProps {
  readonly planId: string;
  readonly moves: readonly TalkMove[];
  readonly variables: Readonly<Record<string, string>>;
  readonly minuteOfDay: number;
  readonly date: string;
  readonly onClose: () => void;
}

/** A test talk becomes a test: what happened is what must happen, until somebody takes some of it away. */
export const SaveDialog = ({ planId, moves, variables, minuteOfDay, date, onClose }: SaveProps) => {
  const { t } = useTranslation('talk');
  const { save } = useTests(planId);
  const made = useQuery({
    queryKey: ['talk/draftTest', planId, moves, variables, minuteOfDay, date],
    queryFn: ({ signal }) =>
      call(endpoints.talk.draftTest, { planId, moves: [...moves], variables, minuteOfDay, date }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const name = moves
    .slice(0, 3)
    .map(move => moveText(t, move))
    .join(' → ')
    .slice(0, 60);
  return (
    <Modal title={t($ => $.save)} closeLabel={t($ => $.close)} onClose={onClose}>
      {made.data ? (
        <TestForm
          name={name}
          test={made.data.test}
          saving={save.isPending}
          wrong={save.error?.message ?? null}
          onSave={(named, test) => save.mutate({ planId, name: named, test }, { onSuccess: onClose })}
          onCancel={onClose}
        />
      ) : made.error ? (
        <p className="talk-wrong" role="alert">
          {made.error.message}
        </p>
      ) : (
        <Skeleton rows={5} />
      )}
    </Modal>
  );
};
