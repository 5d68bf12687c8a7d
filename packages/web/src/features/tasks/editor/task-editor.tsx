import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { StepPart, StepsCord } from '../../../ui/steps-cord.tsx';
import { FirstFew } from '../first-few.tsx';
import { KeepTemplate } from '../series/keep-template.tsx';
import type { HowStarted } from '../start-dialog.tsx';
import { StartLater } from '../start-later.tsx';
import { BaseStep } from './base-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { baseFaults, pacingFaults } from './draft.ts';
import { FromTemplate } from './from-template.tsx';
import { Imports, useImports } from './imports.tsx';
import { NumbersStep } from './numbers-step.tsx';
import { PacingStep } from './pacing-step.tsx';
import { type Step, stepsOf } from './steps.ts';
import { type Ground, useDraft, useGround } from './use-draft.ts';
import { usePendingNumbers } from './use-pending-numbers.tsx';
import './editor.css';

interface TaskEditorProps {
  /** null: a new task. */
  readonly id: string | null;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onCreated: (id: string) => void;
  readonly onClose: () => void;
  /** To the board of a task that was started, now or before. */
  readonly onBoard: (id: string) => void;
}

/** A task made or changed in steps. One that was started has its settings and more numbers left; it is not started again. */
export const TaskEditor = (props: TaskEditorProps) => {
  const { t } = useTranslation('tasks');
  const ground = useGround(props.id);
  const [made, setMade] = useState('');
  if (ground.failed)
    return <ErrorPanel whole title={t($ => $.editor.failed)} error={ground.error} onAgain={ground.again} />;
  const fromTemplate = (id: string) => {
    props.onCreated(id);
    setMade(id);
  };
  return <Editor key={made} {...props} ground={ground} onTemplate={fromTemplate} />;
};

interface EditorProps extends TaskEditorProps {
  readonly ground: Ground;
  /** A draft was made of a template: the editor begins anew with it. */
  readonly onTemplate: (id: string) => void;
}

const Editor = ({ id, step, onStep, onCreated, onClose, onBoard, ground, onTemplate }: EditorProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const { draft, change, save, saving, root } = useDraft(id, ground, onCreated);
  const [tried, setTried] = useState(false);
  const imports = useImports(id);
  const { pending, guard, question } = usePendingNumbers();
  const { task, plans, ports } = ground;
  const start = useMutation({
    mutationFn: async ({ first, at }: HowStarted) => {
      if (id !== null && (await save()))
        await call(endpoints.task.start, {
          id,
          ...(first !== undefined && { firstCalls: first }),
          ...(at !== undefined && { at }),
        });
      else throw new Error('not saved');
    },
    onSuccess: () => {
      for (const key of ['task/list', 'task/detail']) void queries.invalidateQueries({ queryKey: [key] });
      onBoard(id!);
    },
  });
  if (!draft || !plans || !ports) return <Skeleton rows={8} />;

  const begun = task !== undefined && task.state !== 'draft';
  const isTemplate = task?.template ?? false;
  const open = stepsOf(begun, isTemplate);
  const leave = () => (begun ? onBoard(task.id) : onClose());
  const at = open.indexOf(step);
  const total = task?.counts.total ?? 0;
  const wrong = step === 'base' ? baseFaults(draft) : step === 'pacing' ? pacingFaults(draft) : [];
  const whole = baseFaults(draft).length === 0 && pacingFaults(draft).length === 0;
  const go = async (to: Step) => {
    setTried(true);
    if (open.indexOf(to) > at && wrong.length > 0) return;
    if (!begun && !(await save()) && open.indexOf(to) > at) return;
    setTried(false);
    onStep(to);
  };
  const goTo = (to: Step) => (open.indexOf(to) > at ? guard(() => void go(to)) : void go(to));
  const finish = async () => {
    setTried(true);
    if (whole && (await save())) leave();
  };
  const labels = (plans.find(each => each.id === draft.planId)?.variables ?? [])
    .filter(({ name }) => name !== 'name')
    .map(({ name, label }) => label || name);
  const isPractice = draft.ports.map(choice => ports.find(port => port.id === choice.portId)?.practice ?? false);
  const limits = { ports, merchantChannels: ground.rules?.channels ?? null, taskHours: ground.taskHours };
  const last = at === open.length - 1;
  return (
    <div className="editor grid" ref={root}>
      <header className="row gap-10">
        <button type="button" className="icon-button" aria-label={t($ => $.editor.leave)} onClick={leave}>
          <ArrowLeft size={18} aria-hidden="true" />
        </button>
        <h1 className="cut">
          {id === null ? t($ => $.editor.create) : begun ? task.name : draft.name || t($ => $.editor.edit)}
        </h1>
        <span className="editor-saving hint whole" role="status">
          {saving === 'saving' && t($ => $.editor.saving)}
          {saving === 'saved' && t($ => $.editor.saved)}
          {saving === 'failed' && <span className="wrong">{t($ => $.editor.unsaved)}</span>}
        </span>
        {id !== null && !isTemplate && <KeepTemplate id={id} name={draft.name} />}
      </header>
      <StepsCord
        label={t($ => $.editor.steps)}
        steps={open.map(each => ({ step: each, text: t($ => $.editor[each]) }))}
        step={step}
        onStep={step => goTo(step)}
      />
      <StepPart step={step} label={t($ => $.editor[step])} className="editor-step">
        {step === 'base' && id === null && <FromTemplate onMade={onTemplate} />}
        {step === 'base' && (
          <BaseStep draft={draft} plans={plans} ports={ports} task={task} tried={tried} onChange={change} />
        )}
        {step !== 'base' && id !== null && <Imports taskId={id} batches={imports.batches} />}
        {step === 'numbers' && id !== null && (
          <NumbersStep
            key={id}
            taskId={id}
            total={total}
            labels={labels}
            practice={isPractice.includes(true)}
            practiceOnly={!isPractice.includes(false)}
            onImport={imports.add}
            pending={pending}
            draft={draft}
            onChange={change}
            save={save}
          />
        )}
        {step === 'pacing' && <PacingStep taskId={id} draft={draft} plans={plans} {...limits} onChange={change} />}
        {step === 'confirm' && id !== null && (
          <ConfirmStep taskId={id} draft={draft} plans={plans} {...limits} total={total} />
        )}
      </StepPart>
      <footer className="row gap-8">
        {at > 0 && <Button onClick={() => void go(open[at - 1]!)}>{t($ => $.editor.back)}</Button>}
        <span className="fill" />
        <Button
          kind={begun ? 'primary' : 'default'}
          loading={begun && saving === 'saving'}
          onClick={() => guard(() => void finish())}
        >
          {begun ? t($ => $.save) : t($ => $.editor.saveDraft)}
        </Button>
        {!last && (
          <Button
            kind={begun || (step === 'numbers' && total === 0) ? 'default' : 'primary'}
            onClick={() => goTo(open[at + 1]!)}
          >
            {t($ => $.editor.next)}
          </Button>
        )}
        {step === 'confirm' && total > 0 && (
          <StartLater busy={start.isPending} disabled={!whole} onStart={at => start.mutate({ at })} />
        )}
        {step === 'confirm' && total > 0 && (
          <FirstFew busy={start.isPending} disabled={!whole} onStart={first => start.mutate({ first })} />
        )}
        {step === 'confirm' && (
          <Button
            kind="primary"
            icon={<Play size={14} aria-hidden="true" />}
            disabled={total === 0 || !whole}
            loading={start.isPending}
            onClick={() => start.mutate({})}
          >
            {total === 0 ? t($ => $.list.noNumbers) : t($ => $.editor.start)}
          </Button>
        )}
      </footer>
      {question}
    </div>
  );
};
