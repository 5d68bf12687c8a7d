import { planRanges } from '@lianxian/contract';
import type { GotoNode, HangupNode, SpeakNode, WebhookNode } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { freeVariable } from '../graph/variables.ts';
import { Branches } from './branches.tsx';
import { ExitRows } from './exit-rows.tsx';
import { Choice, SecondsRow, TextRow } from './fields.tsx';
import { ListeningFields } from './listening-fields.tsx';
import { PickList } from './pick-list.tsx';
import { Sentences } from './sentences.tsx';
import { usePutNode } from './use-node.ts';
import { VariableChoice } from './variable-choice.tsx';

export const SpeakForm = ({ node }: { node: SpeakNode }) => {
  const put = usePutNode(node);
  return (
    <>
      <ListeningFields node={node} put={put} />
      <Branches node={node.id} collects={false} routers={node.routers} onChange={routers => put({ routers })} />
    </>
  );
};

export const HangupForm = ({ node }: { node: HangupNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  return (
    <Sentences
      label={t($ => $.sentence.label)}
      hint={t($ => $.sentence.hint)}
      voiced
      value={node.sentences}
      onChange={sentences => put({ sentences })}
    />
  );
};

export const GotoForm = ({ node }: { node: GotoNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  const flows = useDraft(draft => draft.plan.flows);
  return (
    <Choice
      label={t($ => $.goto.flow)}
      value={node.flow}
      options={flows.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={flow => put({ flow })}
    />
  );
};

export const WebhookForm = ({ node }: { node: WebhookNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  const store = useDraftStore();
  const variables = useDraft(draft => draft.plan.variables);
  const options = variables.map(({ name, label }) => ({ value: name, text: label || name }));
  const { keeps } = node;
  return (
    <>
      <TextRow
        label={t($ => $.webhook.url)}
        hint={t($ => $.webhook.urlHint)}
        way="flows.nodes.url"
        value={node.url}
        onChange={url => put({ url })}
      />
      <Choice
        label={t($ => $.webhook.method)}
        value={node.method}
        options={[
          { value: 'POST', text: 'POST' },
          { value: 'GET', text: 'GET' },
        ]}
        onChange={method => put({ method })}
      />
      <PickList
        label={t($ => $.webhook.sends)}
        options={options}
        value={node.sends}
        onChange={sends => put({ sends })}
      />
      <fieldset className="field-group grid gap-6">
        <legend>{t($ => $.webhook.keeps)}</legend>
        {keeps.map((kept, at) => (
          <div key={`keep ${String(at)}`} className="field-keep-row grid gap-6">
            <TextRow
              label={t($ => $.webhook.path)}
              way="flows.nodes.keeps.path"
              value={kept.path}
              onChange={path => put({ keeps: keeps.with(at, { ...kept, path }) })}
            />
            <VariableChoice
              label={t($ => $.webhook.variable)}
              value={kept.variable}
              onChange={variable => put({ keeps: keeps.with(at, { ...kept, variable }) })}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.removeRow, { what: kept.path })}
              onClick={() => put({ keeps: keeps.filter((_, index) => index !== at) })}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </div>
        ))}
        <button
          type="button"
          className="link"
          onClick={() => put({ keeps: [...keeps, { path: '', variable: freeVariable(store.getState().plan) }] })}
        >
          <Plus size={13} aria-hidden="true" /> {t($ => $.webhook.addKeep)}
        </button>
        <p className="hint">{t($ => $.webhook.pathHint)}</p>
      </fieldset>
      <SecondsRow
        label={t($ => $.webhook.limit)}
        unit={t($ => $.seconds)}
        range={planRanges.webhookMs}
        value={node.timeoutMs}
        onChange={timeoutMs => put({ timeoutMs })}
      />
      <ExitRows node={node} />
    </>
  );
};
