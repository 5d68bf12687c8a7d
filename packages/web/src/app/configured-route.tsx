import { ConfiguredPage } from '../features/configured/configured-page.tsx';
import { RulesForm, RulesSave, useRules } from '../features/tasks/rules/rules-form.tsx';

/** The settings, with the rules that tasks keep to among them: the form that stands beside the tasks as well. */
export const ConfiguredRoute = () => {
  const rules = useRules();
  return (
    <ConfiguredPage
      calling={
        <>
          <RulesForm state={rules} />
          <div className="configured-rules-save">
            <RulesSave state={rules} />
          </div>
        </>
      }
    />
  );
};
