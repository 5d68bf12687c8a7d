import { endpoints } from '@lianxian/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { MoveDialog } from './move-dialog.tsx';
import { type Branch, idsOf } from './tree.ts';
import { useChange, useRemove, useStaffChanged } from './use-staff.ts';

export const departmentActs = ['addBelow', 'rename', 'move', 'remove'] as const;
export type DepartmentAct = (typeof departmentActs)[number];

/** What one does with a department, and the dialog it asks in; null: one is added on top. */
export const useDepartmentActs = (): {
  readonly act: (act: DepartmentAct, branch: Branch | null) => void;
  readonly dialog: ReactNode;
} => {
  const { t } = useTranslation('staff');
  const [asked, setAsked] = useState<{ readonly act: DepartmentAct; readonly branch: Branch | null } | null>(null);
  const close = () => setAsked(null);
  const done = (text: string) => () => {
    toast.ok(text);
    close();
  };
  const changed = useStaffChanged();
  const move = useChange(endpoints.oa.moveDepartment, done(t($ => $.changed)));
  const remove = useRemove(endpoints.oa.removeDepartment);
  const { act, branch } = asked ?? { act: null, branch: null };
  const name = branch?.name ?? '';
  return {
    act: (wanted, of) => (wanted === 'remove' && of ? remove(of) : setAsked({ act: wanted, branch: of })),
    dialog: (
      <>
        {(act === 'addBelow' || act === 'rename') && (
          <NameDialog
            title={act === 'rename' ? t($ => $.departments.rename) : t($ => $.departments.add)}
            label={t($ => $.departments.name)}
            name={act === 'rename' ? name : ''}
            ok={t($ => $.save)}
            endpoint={endpoints.oa.saveDepartment}
            ask={typed => ({
              name: typed,
              ...(branch && (act === 'rename' ? { id: branch.id } : { parentId: branch.id })),
            })}
            onDone={() => {
              done(act === 'rename' ? t($ => $.changed) : t($ => $.saved))();
              return changed();
            }}
            onClose={close}
          />
        )}
        {act === 'move' && branch && (
          <MoveDialog
            title={`${t($ => $.departments.move)} · ${name}`}
            label={t($ => $.departments.parent)}
            none={t($ => $.departments.top)}
            value={branch.parentId ?? ''}
            without={idsOf(branch)}
            busy={move.isPending}
            onMove={parentId => move.mutate({ id: branch.id, ...(parentId && { parentId }) })}
            onClose={close}
          />
        )}
      </>
    ),
  };
};
