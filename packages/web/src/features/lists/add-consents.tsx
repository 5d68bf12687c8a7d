import { consentSources, endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { AreaField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import { RefusedNumbers } from './add-numbers.tsx';
import { type Sheet, SheetBox } from './sheet-box.tsx';

/** Notes what people consented to: whence it is known, by what it is proved, for how long it holds. */
export const AddConsents = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('lists');
  const queries = useQueryClient();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [file, setFile] = useState<Sheet | null>(null);
  const form = useEndpointForm({
    endpoint: endpoints.consent.add,
    start: { phones: '', source: 'form' as const, proof: '', from: '', until: '' },
    input: ({ phones, ...said }) => ({ ...said, phones: phones.trim(), ...(file && { fileId: file.fileId }) }),
    next: (answer, said) => ({ ...said, phones: answer.refused.join('\n') }),
    onDone: answer => {
      toast.ok(t($ => $.added, { added: answer.added, known: answer.known }));
      setRefused(answer.refused);
      if (answer.refused.length === 0) onClose();
      return queries.invalidateQueries({ queryKey: ['consent/list'] });
    },
  });
  return (
    <Drawer
      title={t($ => $.addConsent)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          type="submit"
          form={form.props.id}
          disabled={form.values.phones.trim() === ''}
          loading={form.busy}
        >
          {t($ => $.save)}
        </Button>
      }
    >
      <form {...form.props} className="lists-form grid gap-14">
        <p className="hint">{t($ => $.hint.consent)}</p>
        <AreaField form={form} name="phones" label={t($ => $.phones)} hint={t($ => $.phonesHint)} rows={6} />
        <RefusedNumbers refused={refused} />
        <SelectField form={form} name="source" label={t($ => $.source)}>
          {consentSources.map(source => (
            <option key={source} value={source}>
              {t($ => $.sources[source])}
            </option>
          ))}
        </SelectField>
        <TextField form={form} name="proof" label={t($ => $.proof)} hint={t($ => $.proofHint)} />
        <SheetBox
          endpoint={endpoints.consent.uploadProof}
          says={{ choose: t($ => $.proofFile), kinds: t($ => $.proofKinds) }}
          sheet={file}
          onSheet={setFile}
        />
        <div className="lists-pair grid gap-14">
          <TextField form={form} name="from" label={t($ => $.from)} hint={t($ => $.fromHint)} type="date" />
          <TextField form={form} name="until" label={t($ => $.until)} hint={t($ => $.untilHint)} type="date" />
        </div>
      </form>
    </Drawer>
  );
};
