import type { PlanNode } from '@lianxian/core';
import { CircleAlert, Copy, Flag, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNodeActs } from '../canvas/use-node-acts.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { draftChars } from '../draft/limits.ts';
import { useFlow } from '../frame/use-flow.ts';
import { changeFlow, nodeOf } from '../graph/edits.ts';
import { faultKey, faultText, useFaultWords } from '../graph/fault-text.ts';
import { CollectForm } from './collect-form.tsx';
import { ConditionForm } from './condition-form.tsx';
import { LlmForm } from './llm-form.tsx';
import { MenuForm } from './menu-form.tsx';
import { GotoForm, HangupForm, SpeakForm, WebhookForm } from './node-forms.tsx';
import { SmsForm } from './sms-form.tsx';
import { TransferForm } from './transfer-form.tsx';
import { usePutNode } from './use-node.ts';
import { VisitsField } from './visits-field.tsx';
import './inspector.css';

const Form = ({ node }: { node: PlanNode }) => {
  switch (node.kind) {
    case 'speak':
      return <SpeakForm node={node} />;
    case 'collect':
      return <CollectForm node={node} />;
    case 'condition':
      return <ConditionForm node={node} />;
    case 'menu':
      return <MenuForm node={node} />;
    case 'transfer':
      return <TransferForm node={node} />;
    case 'sms':
      return <SmsForm node={node} />;
    case 'webhook':
      return <WebhookForm node={node} />;
    case 'llm':
      return <LlmForm node={node} />;
    case 'goto':
      return <GotoForm node={node} />;
    case 'hangup':
      return <HangupForm node={node} />;
  }
};

/** Its name, which is typed right there, its kind, and what one does with the whole of it. */
const Head = ({ node }: { node: PlanNode }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const id = useId();
  const put = usePutNode(node);
  const { duplicate, remove } = useNodeActs();
  const store = useDraftStore();
  const flow = useFlow();
  const isRoot = flow?.rootNode === node.id;
  const root = isRoot ? t($ => $.isRoot) : t($ => $.makeRoot);
  return (
    <header className="row gap-2">
      <h2 className="only-read">{t($ => $.title)}</h2>
      <label htmlFor={id} className="only-read">
        {t($ => $.name)}
      </label>
      <input
        id={id}
        className="inspector-name-field"
        value={node.name}
        maxLength={draftChars('flows.nodes.name')}
        onChange={event => put({ name: event.target.value })}
      />
      <span className="hint fixed">{t($ => $.kinds[node.kind].name, { ns: 'studio' })}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={root}
        title={root}
        disabled={isRoot}
        onClick={() =>
          flow &&
          store.getState().change(
            plan => changeFlow(plan, flow.id, { rootNode: node.id }),
            t($ => $.steps.flow, { ns: 'studio' }),
          )
        }
      >
        <Flag size={15} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.duplicate)}
        title={`${t($ => $.duplicate)} Ctrl D`}
        onClick={duplicate}
      >
        <Copy size={15} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.remove)}
        title={`${t($ => $.remove)} Delete`}
        onClick={() => remove()}
      >
        <Trash2 size={15} aria-hidden="true" />
      </button>
    </header>
  );
};

const Faults = ({ id }: { id: string }) => {
  const words = useFaultWords();
  const all = useDraft(draft => draft.faults);
  const plan = useDraft(draft => draft.plan);
  const faults = all.filter(({ where }) => where === `node:${id}`);
  if (faults.length === 0) return null;
  return (
    <ul className="inspector-own-faults">
      {faults.map(fault => (
        <li className="row-text gap-6 wrong" key={faultKey(fault)}>
          <CircleAlert size={14} aria-hidden="true" /> {faultText(words, plan, fault)}
        </li>
      ))}
    </ul>
  );
};

/** The marked node: everything that can be said of it. */
export const Inspector = () => {
  const node = useDraft(draft => (draft.selected === null ? undefined : nodeOf(draft.plan, draft.selected)));
  if (!node) return null;
  return (
    <section className="inspector grid gap-8 fixed" key={node.id}>
      <Head node={node} />
      <Faults id={node.id} />
      <Form node={node} />
      <VisitsField node={node} />
    </section>
  );
};
