import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input, TextArea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useLinesChanged } from './use-lines.ts';

/** Pastes numbers onto a line, all with the same cap. */
export const NumberAdd = ({ lineId }: { lineId: string }) => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const form = useEndpointForm({
    endpoint: endpoints.line.addNumbers,
    start: { numbers: '', dailyCap: '0' },
    input: ({ numbers, dailyCap }) => ({ lineId, numbers: numbers.trim(), dailyCap }),
    next: (_, typed) => ({ ...typed, numbers: '' }),
    onDone: ({ added, known }) => {
      toast.ok(t($ => $.numbers.added, { added, known }));
      return changed();
    },
  });
  return (
    <form {...form.props} className="lines-number-add grid gap-8">
      <TextArea
        {...bareProps(form, 'numbers')}
        aria-label={t($ => $.numbers.add)}
        placeholder={t($ => $.numbers.placeholder)}
        rows={2}
      />
      <FieldFault form={form} name="numbers" />
      <div className="lines-row row gap-8">
        <label htmlFor={form.idOf('dailyCap')}>{t($ => $.numbers.capAll)}</label>
        <Input {...bareProps(form, 'dailyCap')} />
        <span className="hint">{t($ => $.numbers.capHint)}</span>
        <Button type="submit" disabled={form.values.numbers.trim() === ''} loading={form.busy}>
          {t($ => $.numbers.add)}
        </Button>
      </div>
      <FieldFault form={form} name="dailyCap" />
    </form>
  );
};
