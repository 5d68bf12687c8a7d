import { afterCallLimits } from '@lianxian/contract';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FieldFault } from '../../ui/form/fields.tsx';
import { when } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { freshAction, freshCondition } from './kinds.ts';
import { RuleCard } from './rule-card.tsx';
import { Tried } from './tried.tsx';
import { type AfterCall, useAfterCall, useRulesForm, useTryOut } from './use-after-call.ts';
import './after-call.css';

interface EditorProps {
  /** Null: the merchant's, for all its calls. */
  readonly taskId: string | null;
}

const Rules = ({ taskId, found }: EditorProps & { found: AfterCall }) => {
  const { t } = useTranslation('afterCall');
  const form = useRulesForm(taskId, found);
  const tryOut = useTryOut(taskId);
  const { rules } = form.values;
  const [newest] = found.versions;
  const add = () =>
    form.set({
      rules: [...rules, { name: '', when: [freshCondition('level')], does: [freshAction('notice', found)] }],
    });
  return (
    <form {...form.props} className="after-call stack gap-12">
      <p className="hint">{taskId === null ? t($ => $.ofMerchant) : t($ => $.ofTask)}</p>
      {!found.mayChange && <p role="note">{t($ => $.onlyRead)}</p>}
      {rules.length === 0 && <Empty title={t($ => $.none)} hint={t($ => $.noneHint)} />}
      <fieldset disabled={!found.mayChange}>
        <ol>
          {rules.map((rule, at) => (
            <RuleCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place among the others
              key={at}
              rule={rule}
              at={at}
              all={rules.length}
              places={found}
              onChange={next => form.set({ rules: rules.toSpliced(at, 1, next) })}
              onRemove={() => form.set({ rules: rules.toSpliced(at, 1) })}
              onMove={to => form.set({ rules: rules.toSpliced(at, 1).toSpliced(to, 0, rule) })}
            />
          ))}
        </ol>
      </fieldset>
      <FieldFault form={form} name="rules" />
      <footer className="row gap-8 wrap">
        {found.mayChange && (
          <Button
            icon={<Plus size={15} aria-hidden="true" />}
            disabled={rules.length >= afterCallLimits.rules}
            onClick={add}
          >
            {t($ => $.add)}
          </Button>
        )}
        <Button disabled={rules.length === 0} loading={tryOut.isPending} onClick={() => tryOut.mutate(rules)}>
          {t($ => $.tryOut)}
        </Button>
        <span className="hint fill">
          {newest &&
            t($ => $.version, {
              n: newest.version,
              by: newest.by,
              at: when(
                newest.at,
                new Date(),
                t($ => $.today),
              ),
            })}
        </span>
        {found.mayChange && (
          <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        )}
      </footer>
      {tryOut.data && <Tried tried={tryOut.data} />}
    </form>
  );
};

/** Rules after a call, of the merchant or of a task. */
export const AfterCallEditor = ({ taskId }: EditorProps) => {
  const { t } = useTranslation('afterCall');
  const { data, isError, error, refetch } = useAfterCall(taskId);
  if (isError && !data) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={5} />;
  return <Rules key={data.version} taskId={taskId} found={data} />;
};
