import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import { type KeyedHours, readRows, rowsOf } from '../../ui/week/keyed-hours.ts';
import type { Week } from '../../ui/week/week.ts';

export type Own = OutputOf<typeof endpoints.rules.own>;
export type Bounds = Own['platform'];

/** Digits of a Chinese keyboard are digits. */
export const figure = (text: string): string => text.trim().normalize('NFKC');

type Figure = 'perDay' | 'per7Days' | 'per30Days' | 'minutesBetween';
export const figuresOf = (rules: Readonly<Record<Figure, number>>) => ({
  perDay: String(rules.perDay),
  per7Days: String(rules.per7Days),
  per30Days: String(rules.per30Days),
  minutesBetween: String(rules.minutesBetween),
});
export const typedFigures = (typed: Readonly<Record<Figure, string>>) => ({
  perDay: figure(typed.perDay),
  per7Days: figure(typed.per7Days),
  per30Days: figure(typed.per30Days),
  minutesBetween: figure(typed.minutesBetween),
});

export interface Typed extends Readonly<Record<Figure, string>> {
  readonly week: Week;
  readonly days: readonly KeyedHours[];
  readonly holidaysOff: boolean;
  readonly makeUpDaysOn: boolean;
  readonly channels: string;
  readonly provinces: readonly KeyedHours[];
  readonly byHand: Own['rules']['byHand'];
}

const typedOf = (rules: Own['rules']): Typed => ({
  week: rules.week,
  days: rowsOf(rules.days),
  holidaysOff: rules.holidaysOff,
  makeUpDaysOn: rules.makeUpDaysOn,
  ...figuresOf(rules),
  channels: String(rules.channels),
  provinces: rowsOf(Object.fromEntries(Object.entries(rules.provinces).map(([name, window]) => [name, [window]]))),
  byHand: rules.byHand,
});

export const flagOf = (on: boolean) => (on ? '1' : '0');
const copy = (windows: Week[number]) => windows.map(window => ({ ...window }));
const provincesOf = (rows: readonly KeyedHours[]) =>
  Object.fromEntries(
    Object.entries(readRows(rows) ?? {}).flatMap(([name, [window]]) => (window ? [[name, window]] : [])),
  );

export const useOwnRules = () =>
  useQuery({
    queryKey: ['rules/own'],
    queryFn: ({ signal }) => call(endpoints.rules.own, {}, { signal, quiet: true }),
  });

/** What is typed of them; a save is a next version of those that were read. */
export const useRulesForm = ({ rules }: Own): EndpointForm<Typed> => {
  const { t } = useTranslation('rules');
  const queries = useQueryClient();
  return useEndpointForm({
    endpoint: endpoints.rules.save,
    start: typedOf(rules),
    input: ({ week, days, provinces, holidaysOff, makeUpDaysOn, channels, byHand, ...typed }: Typed) => ({
      version: String(rules.version),
      week: week.map(copy),
      days: Object.fromEntries(Object.entries(readRows(days) ?? {}).map(([date, windows]) => [date, copy(windows)])),
      holidaysOff: flagOf(holidaysOff),
      makeUpDaysOn: flagOf(makeUpDaysOn),
      ...typedFigures(typed),
      channels: figure(channels),
      provinces: provincesOf(provinces),
      byHand,
    }),
    check: ({ days, provinces }: Typed) => [
      ...(readRows(days) === null ? [{ field: 'days', fault: 'shape' } as const] : []),
      ...(readRows(provinces) === null || provinces.some(({ hours }) => hours.trim() === '')
        ? [{ field: 'provinces', fault: 'shape' } as const]
        : []),
    ],
    onDone: () => {
      toast.ok(t($ => $.saved));
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['rules/own'] }),
        queries.invalidateQueries({ queryKey: ['rules/versions'] }),
      ]);
    },
  });
};
