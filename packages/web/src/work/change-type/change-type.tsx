import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';
import { TypeDialog } from './type-dialog.tsx';

interface ChangeTypeProps {
  readonly id: string;
  readonly type: number | null;
  readonly onClose: () => void;
}

/** The type of one call. */
export const ChangeType = ({ id, type, onClose }: ChangeTypeProps) => {
  const { t } = useTranslation('callLog');
  const queries = useQueryClient();
  return (
    <TypeDialog
      type={type}
      onSave={async cateType => {
        await call(endpoints.taskLog.changeType, { id, cateType: `${cateType}` });
        toast.ok(t($ => $.type.done));
        await Promise.all(['call/detail', 'callLog/list'].map(key => queries.invalidateQueries({ queryKey: [key] })));
      }}
      onClose={onClose}
    />
  );
};
