import { type BellKind, bellKinds, endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';

const key = ['message/choices'];

/** Which kinds of news ring for oneself; each is kept at once. */
export const ChoicesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('reminders');
  const queries = useQueryClient();
  const choices = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.message.choices, {}, { signal, quiet: true }),
  });
  const save = useMutation({
    mutationFn: (off: BellKind[]) => call(endpoints.message.saveChoices, { off }),
    onMutate: off => queries.setQueryData(key, { off }),
    onError: () => void queries.invalidateQueries({ queryKey: key }),
  });
  const off = choices.data?.off ?? [];
  const put = (kind: BellKind, rings: boolean) => save.mutate(rings ? off.filter(one => one !== kind) : [...off, kind]);
  return (
    <Modal className="messages-choices" title={t($ => $.title)} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="stack gap-10">
        <p className="hint">{t($ => $.hint)}</p>
        {choices.isPending && <Skeleton rows={6} />}
        {choices.isError && !choices.data && (
          <ErrorPanel title={t($ => $.failed)} error={choices.error} onAgain={() => void choices.refetch()} />
        )}
        {choices.data &&
          bellKinds.map(kind => (
            <span key={kind} className="row gap-10">
              <Switch
                size="small"
                checked={!off.includes(kind)}
                aria-label={t($ => $.kinds[kind])}
                onChange={rings => put(kind, rings)}
              />
              {t($ => $.kinds[kind])}
            </span>
          ))}
      </div>
    </Modal>
  );
};
