import { endpoints } from '@lianxian/contract';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../ui/confirm.tsx';
import { type Given, OneTimePassword } from '../../ui/one-time-password.tsx';
import { toast } from '../../ui/toast.ts';
import type { PersonAct } from './person-acts.tsx';
import { type Employee, useChange } from './use-staff.ts';

const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx').then(file => ({ default: file.HandOverDialog })));

type Asked =
  | { readonly act: 'reset' | 'remove' | 'handOver'; readonly person: Employee }
  | { readonly act: 'disable'; readonly ids: readonly string[] };

/** What is done with people, after asking where it takes something from them. */
export const usePersonActs = (
  onEdit: (id: string) => void,
): {
  readonly act: (act: PersonAct, person: Employee) => void;
  readonly switchAll: (ids: readonly string[], active: boolean, onDone: () => void) => void;
  readonly show: (shown: Given) => void;
  readonly dialog: ReactNode;
} => {
  const { t } = useTranslation('staff');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [shown, setShown] = useState<Given | null>(null);
  const close = () => setAsked(null);
  const reset = useChange(endpoints.oa.resetPassword, answer => {
    close();
    setShown(answer);
  });
  const remove = useChange(endpoints.oa.removeEmployee, () => {
    close();
    toast.ok(t($ => $.removed));
  });
  const active = useChange(endpoints.oa.setActive, (_, { ids, active: on }) => {
    close();
    const n = (ids as readonly string[]).length;
    toast.ok(on === '1' ? t($ => $.list.enabled, { n }) : t($ => $.list.disabled, { n }));
  });
  const enable = active.mutate;
  const switchAll = useCallback(
    (ids: readonly string[], on: boolean, onDone: () => void) => {
      if (on) enable({ ids: [...ids], active: '1' }, { onSuccess: onDone });
      else setAsked({ act: 'disable', ids });
    },
    [enable],
  );
  const act = useCallback(
    (wanted: PersonAct, person: Employee) => {
      if (wanted === 'edit') onEdit(person.id);
      else if (wanted === 'enable') enable({ ids: [person.id], active: '1' });
      else if (wanted === 'disable') setAsked({ act: 'disable', ids: [person.id] });
      else setAsked({ act: wanted, person });
    },
    [onEdit, enable],
  );
  const no = { cancelText: t($ => $.cancel), onCancel: close };
  const dialog = (
    <>
      {asked?.act === 'reset' && (
        <Confirm
          title={t($ => $.reset.title, { name: asked.person.name })}
          text={t($ => $.reset.text)}
          okText={t($ => $.reset.ok)}
          busy={reset.isPending}
          onOk={() => reset.mutate({ id: asked.person.id }, { onError: close })}
          {...no}
        />
      )}
      {asked?.act === 'remove' && (
        <Confirm
          title={t($ => $.removePerson.title, { name: asked.person.name })}
          text={t($ => $.removePerson.text)}
          okText={t($ => $.remove)}
          busy={remove.isPending}
          onOk={() => remove.mutate({ id: asked.person.id }, { onError: close })}
          {...no}
        />
      )}
      {asked?.act === 'handOver' && (
        <Suspense>
          <HandOverDialog person={asked.person} onClose={close} />
        </Suspense>
      )}
      {asked?.act === 'disable' && (
        <Confirm
          title={t($ => $.list.disableTitle, { n: asked.ids.length })}
          text={t($ => $.list.disableText)}
          okText={t($ => $.list.disable)}
          busy={active.isPending}
          onOk={() => active.mutate({ ids: [...asked.ids], active: '0' }, { onError: close })}
          {...no}
        />
      )}
      {shown && <OneTimePassword given={shown} say={t($ => $.passwordSay)} onClose={() => setShown(null)} />}
    </>
  );
  return { act, switchAll, show: setShown, dialog };
};
