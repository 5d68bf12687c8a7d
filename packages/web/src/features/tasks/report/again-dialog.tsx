import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import { goodLevels } from '@lianxian/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { count } from '../../../ui/format.ts';
import { Level, type LevelWord } from '../../../ui/level.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';

interface AgainDialogProps {
  readonly id: string;
  readonly levels: OutputOf<typeof endpoints.taskReport.read>['levels'];
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}
type Of = 'unreached' | 'levels';

/** Whom of a task to call again: says how many they are and why others are left out, then makes the draft. */
export const AgainDialog = ({ id, levels, onClose, onMade }: AgainDialogProps) => {
  const { t } = useTranslation('tasks');
  const [of, setOf] = useState<Of>('unreached');
  const [chosen, setChosen] = useState<readonly LevelWord[]>(goodLevels);
  const whom = of === 'unreached' ? { id, of } : { id, of, levels: [...chosen] };
  const asked = of === 'unreached' || chosen.length > 0;
  const people = useQuery({
    queryKey: ['task/againPeople', whom],
    queryFn: ({ signal }) => call(endpoints.taskReport.people, whom, { signal }),
    enabled: asked,
    staleTime: 0,
  });
  const found = asked ? people.data : undefined;
  /** What is suggested first stays: somebody may have typed over it. */
  const [name, setName] = useState<string | null>(null);
  if (found && name === null) setName(found.name);
  const toggle = (level: LevelWord) =>
    setChosen(chosen.includes(level) ? chosen.filter(each => each !== level) : [...chosen, level]);
  return (
    <Modal
      title={t($ => $.report.again)}
      closeLabel={t($ => $.close)}
      className="task-report-again-dialog"
      onClose={onClose}
    >
      <div className="task-report-again-body stack">
        <Segments
          label={t($ => $.report.whom)}
          options={(['unreached', 'levels'] as const).map(value => ({ value, text: t($ => $.report.of[value]) }))}
          value={of}
          onChange={setOf}
        />
        {of === 'levels' && (
          <fieldset className="row gap-8 wrap" aria-label={t($ => $.report.levels)}>
            {levels.map(({ level, people: n }) => (
              <label className="row gap-8" key={level}>
                <input type="checkbox" checked={chosen.includes(level)} onChange={() => toggle(level)} />
                <Level level={level} /> {count(n)}
              </label>
            ))}
          </fieldset>
        )}
        <p role="status">
          <strong>{found ? t($ => $.report.people, { n: count(found.taken) }) : ' '}</strong>
        </p>
        {of === 'unreached' && <p className="hint">{t($ => $.report.countedAs)}</p>}
        {found && found.leftOut.length > 0 && (
          <ul className="task-report-again-left-out">
            {found.leftOut.map(({ because, people: n }) => (
              <li key={because}>{t($ => $.report.leftOut[because], { n: count(n) })}</li>
            ))}
          </ul>
        )}
      </div>
      {name !== null && (
        <NewTask name={name} whom={whom} isNobody={!found || found.people === 0} onClose={onClose} onMade={onMade} />
      )}
    </Modal>
  );
};

interface NewTaskProps extends Pick<AgainDialogProps, 'onClose' | 'onMade'> {
  readonly name: string;
  readonly whom: Omit<CallOf<typeof endpoints.taskReport.again>, 'name'>;
  readonly isNobody: boolean;
}

/** How the new task is called, and the way to it. */
const NewTask = ({ name, whom, isNobody, onClose, onMade }: NewTaskProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const form = useEndpointForm<typeof endpoints.taskReport.again, { name: string }>({
    endpoint: endpoints.taskReport.again,
    start: { name },
    input: typed => ({ ...whom, name: typed.name }),
    onDone: made => {
      toast.ok(t($ => $.report.made, { n: count(made.people) }));
      void queries.invalidateQueries({ queryKey: ['task/list'] });
      onMade(made.id);
    },
  });
  return (
    <form {...form.props}>
      <div className="task-report-again-body stack">
        <TextField form={form} name="name" label={t($ => $.editor.name)} />
        <p className="hint">{t($ => $.report.hint)}</p>
      </div>
      <footer className="task-report-again-foot row gap-8">
        <Button onClick={onClose}>{t($ => $.cancel)}</Button>
        <Button kind="primary" type="submit" disabled={isNobody || form.values.name.trim() === ''} loading={form.busy}>
          {t($ => $.report.make)}
        </Button>
      </footer>
    </form>
  );
};
