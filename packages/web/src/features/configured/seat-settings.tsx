import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';

type Settings = OutputOf<typeof endpoints.seat.settings>;
const key = ['seat/settings'];
const times = ['wrapUpS', 'awayLimitS', 'ringS'] as const;

/** 「小休、就餐」, by any comma of a keyboard. */
const listed = (typed: string): string[] =>
  typed
    .split(/[、,，;；\n]/)
    .map(reason => reason.trim())
    .filter(reason => reason !== '');

const Form = ({ settings }: { settings: Settings }) => {
  const { t } = useTranslation('configuredPage');
  const queries = useQueryClient();
  const may = settings.maySave;
  const form = useEndpointForm({
    endpoint: endpoints.seat.saveSettings,
    start: {
      autoAnswer: settings.autoAnswer,
      wrapUpS: String(settings.wrapUpS),
      awayLimitS: String(settings.awayLimitS),
      ringS: String(settings.ringS),
      breakReasons: settings.breakReasons.join(t($ => $.seats.and)),
    },
    // Digits of a Chinese keyboard are digits.
    input: ({ autoAnswer, wrapUpS, awayLimitS, ringS, breakReasons }) => ({
      autoAnswer: autoAnswer ? '1' : '0',
      wrapUpS: wrapUpS.trim().normalize('NFKC'),
      awayLimitS: awayLimitS.trim().normalize('NFKC'),
      ringS: ringS.trim().normalize('NFKC'),
      breakReasons: listed(breakReasons),
    }),
    wants: [...times, 'breakReasons'],
    onDone: async () => {
      toast.ok(t($ => $.saved));
      await queries.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <form {...form.props} className="stack gap-12">
      <span className="row gap-10">
        <Switch
          size="small"
          disabled={!may}
          checked={form.values.autoAnswer}
          onChange={autoAnswer => form.set({ autoAnswer })}
          aria-label={t($ => $.seats.autoAnswer)}
        />
        {t($ => $.seats.autoAnswer)}
      </span>
      <div className="configured-seat-times grid">
        {times.map(name => (
          <TextField key={name} form={form} name={name} label={t($ => $.seats[name])} disabled={!may} />
        ))}
      </div>
      <TextField
        form={form}
        name="breakReasons"
        label={t($ => $.seats.breakReasons)}
        hint={t($ => $.seats.breakHint)}
        disabled={!may}
      />
      {may && (
        <footer>
          <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      )}
    </form>
  );
};

/** How seats of the merchant work: answering, wrap-up, a seat that is lost, ringing, breaks. */
export const SeatSettings = () => {
  const { t } = useTranslation('configuredPage');
  const { data, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.seat.settings, {}, { signal, quiet: true }),
  });
  if (data) return <Form settings={data} />;
  return isError ? (
    <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />
  ) : (
    <Skeleton rows={3} />
  );
};
