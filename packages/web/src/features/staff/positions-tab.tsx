import { endpoints } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { NamedTab } from './named-tab.tsx';
import { type Position, usePositions, useRemove, useRoles, useStaffChanged } from './use-staff.ts';

const none: never[] = [];

/** The positions of the merchant: what people are called, without any right. */
export const PositionsTab = () => {
  const { t } = useTranslation('staff');
  const [asked, setAsked] = useState<{ readonly position: Position | null } | null>(null);
  const [edit] = useState(() => (position: Position | null) => setAsked({ position }));
  const close = () => setAsked(null);
  const changed = useStaffChanged();
  const remove = useRemove(endpoints.oa.removePosition);
  return (
    <>
      <NamedTab
        kind="position"
        hint={t($ => $.position.emptyHint)}
        list={usePositions()}
        columns={none}
        mayEdit={useRoles().data?.mayEdit ?? false}
        opens={false}
        onEdit={edit}
        onRemove={remove}
      />
      {asked && (
        <NameDialog
          title={asked.position ? t($ => $.position.edit) : t($ => $.position.add)}
          label={t($ => $.position.name)}
          name={asked.position?.name ?? ''}
          ok={t($ => $.save)}
          endpoint={endpoints.oa.savePosition}
          ask={name => ({ name, ...(asked.position && { id: asked.position.id }) })}
          onDone={() => {
            toast.ok(asked.position ? t($ => $.changed) : t($ => $.saved));
            close();
            return changed();
          }}
          onClose={close}
        />
      )}
    </>
  );
};
