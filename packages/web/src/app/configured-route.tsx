import { useTranslation } from 'react-i18next';
import { ConfiguredPage } from '../features/configured/configured-page.tsx';
import { RulesForm, RulesSave, useRules, useRulesForm } from '../features/tasks/rules/rules-form.tsx';
import { ErrorPanel, Skeleton } from '../ui/panels.tsx';

const Kept = ({ rules }: { rules: Parameters<typeof useRulesForm>[0] }) => {
  const control = useRulesForm(rules);
  return (
    <>
      <RulesForm {...control} />
      <div className="configured-rules-save">
        <RulesSave {...control} />
      </div>
    </>
  );
};

const Calling = () => {
  const { t } = useTranslation('tasks');
  const { data, isError, refetch, error } = useRules();
  if (data) return <Kept rules={data} />;
  return isError ? (
    <ErrorPanel title={t($ => $.rules.failed)} error={error} onAgain={() => void refetch()} />
  ) : (
    <Skeleton rows={5} />
  );
};

/** The settings, with the rules that tasks keep to among them: the form that stands beside the tasks as well. */
export const ConfiguredRoute = () => <ConfiguredPage calling={<Calling />} />;
