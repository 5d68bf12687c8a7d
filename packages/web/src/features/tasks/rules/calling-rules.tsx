import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../ui/drawer.tsx';
import { RulesForm, RulesSave, useRules } from './rules-form.tsx';

/** The merchant's rules over all tasks: legal hours, calls a number, live calls. */
export const CallingRules = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('tasks');
  const state = useRules();
  return (
    <Drawer
      title={t($ => $.rules.title)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={state.mayChange && <RulesSave state={state} />}
    >
      <RulesForm state={state} />
    </Drawer>
  );
};
