import { templateFaultText } from '@lianxian/contract';
import { templateFault } from '@lianxian/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../../text/said.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { type Template, useMaySettle } from '../use-sms.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { TemplateCodes, TemplateFields } from './template-fields.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateState } from './template-state.tsx';
import { useTemplateForm } from './use-template-form.ts';

/** What each provider that reviews by call said of it. */
const Reviews = ({ template }: { template: Template }) => {
  const { t } = useTranslation('sms');
  if (template.reviews.length === 0 || template.state === 'usable') return null;
  return (
    <ul className="sms-standing" aria-label={t($ => $.form.reviews)}>
      {template.reviews.map(({ providerId, provider, state, becauseText }) => (
        <li key={providerId} className={state === 'failed' || state === 'unknown' ? 'wrong' : 'hint'}>
          {t($ => $.form.review[state], { provider })}
          {becauseText && `（${becauseText}）`}
        </li>
      ))}
    </ul>
  );
};

/** How it stands, and what that means for who changes it. */
const Standing = ({ template }: { template: Template }) => {
  const { t } = useTranslation('sms');
  const { state, because } = template;
  const maySettle = useMaySettle();
  const [decides, setDecides] = useState(false);
  if (state === 'draft') return null;
  const says = {
    review: t($ => $.form.inReview),
    usable: t($ => $.form.resubmit),
    refused: because && t($ => $.template.refusedBecause, { why: because }),
  }[state];
  return (
    <div className="sms-standing row gap-10 wrap">
      <span className={state === 'refused' ? 'wrong fill' : 'hint fill'}>{says}</span>
      {state === 'review' && maySettle && (
        <Button size="small" onClick={() => setDecides(true)}>
          {t($ => $.template.act.decide)}
        </Button>
      )}
      {decides && <DecideDialog template={template} onClose={() => setDecides(false)} />}
    </div>
  );
};

/** A template, written or changed, with the message beside it as it would arrive. */
export const TemplateDrawer = ({ template, onClose }: { template: Template | null; onClose: () => void }) => {
  const { t } = useTranslation('sms');
  const { form, save } = useTemplateForm(template, onClose);
  const { kind, signature, content, link } = form.values;
  const written = { kind, signature, content, link };
  const fault = templateFault(written);
  const isUnchangedUsable = template?.state === 'usable' && !form.isChanged;
  return (
    <Drawer
      title={template?.name ?? t($ => $.template.add)}
      status={template && <TemplateState state={template.state} pill />}
      subject={template?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <>
          {fault && (
            <span className="hint">{t($ => $.template.notYet, { why: templateFaultText(fault, saidLanguage()) })}</span>
          )}
          <span className="row gap-10">
            <Button loading={form.busy} onClick={() => save(false)}>
              {template?.state === 'usable' ? t($ => $.save) : t($ => $.form.draft)}
            </Button>
            <Button
              kind="primary"
              disabled={fault !== null || isUnchangedUsable}
              loading={form.busy}
              onClick={() => save(true)}
            >
              {t($ => $.form.submit)}
            </Button>
          </span>
        </>
      }
    >
      {template && <Standing template={template} />}
      {template && <Reviews template={template} />}
      <form {...form.props} className="sms-form">
        <TemplateFields form={form} />
        <TemplatePreview template={written} />
        <TemplateCodes form={form} />
      </form>
    </Drawer>
  );
};
