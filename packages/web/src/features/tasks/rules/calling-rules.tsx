import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../ui/drawer.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { RulesForm, RulesSave, useRules, useRulesForm } from './rules-form.tsx';

interface DrawerProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

const Kept = ({ rules, ...drawer }: DrawerProps & { rules: Parameters<typeof useRulesForm>[0] }) => {
  const control = useRulesForm(rules);
  return (
    <Drawer {...drawer} footer={control.mayChange && <RulesSave {...control} />}>
      <RulesForm {...control} />
    </Drawer>
  );
};

/** The merchant's rules over all tasks: legal hours, calls a number, live calls. */
export const CallingRules = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('tasks');
  const rules = useRules();
  const drawer: DrawerProps = { title: t($ => $.rules.title), closeLabel: t($ => $.close), onClose };
  if (rules.data) return <Kept {...drawer} rules={rules.data} />;
  return (
    <Drawer {...drawer}>
      {rules.isError ? (
        <ErrorPanel title={t($ => $.rules.failed)} error={rules.error} onAgain={() => void rules.refetch()} />
      ) : (
        <Skeleton rows={5} />
      )}
    </Drawer>
  );
};
