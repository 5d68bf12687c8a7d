import { endpoints, fieldLimits } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { count } from '../../../ui/format.ts';
import { TextArea } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLinesChanged } from '../use-lines.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

const mostChars = fieldLimits(endpoints.line.addNumbers.input, 'numbers').chars;

/** What the callee sees; a line without numbers shows its account. */
export const NumbersStep = ({ connecting, line, lineId, onChange }: StepProps & { lineId: string }) => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const { numbers } = connecting;
  const add = useMutation({
    mutationFn: () => call(endpoints.line.addNumbers, { lineId, numbers: numbers.trim() }),
    onSuccess: async ({ added, known }) => {
      toast.ok(t($ => $.numbers.added, { added, known }));
      await changed();
      onChange({ numbers: '', step: 'call' });
    },
  });
  const empty = numbers.trim() === '';
  const has = (line?.numbers ?? 0) > 0;
  return (
    <StepFrame
      title={t($ => $.connect.steps.numbers)}
      hint={t($ => $.connect.numbersHint)}
      onBack={() => onChange({ step: 'check' })}
      onNext={() => (empty ? onChange({ step: 'call' }) : add.mutate())}
      busy={add.isPending}
      {...(empty && !has && { nextText: t($ => $.connect.numbersSkip) })}
    >
      <TextArea
        aria-label={t($ => $.numbers.add)}
        placeholder={t($ => $.numbers.placeholder)}
        rows={4}
        maxLength={mostChars}
        value={numbers}
        onChange={event => onChange({ numbers: event.target.value })}
      />
      {line && has && (
        <p className="hint">{t($ => $.list.numbersOf, { n: count(line.numbers), pick: t($ => $.pick[line.pick]) })}</p>
      )}
    </StepFrame>
  );
};
