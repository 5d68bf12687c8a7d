import { endpoints, type FoundKind, fieldChars } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { when } from '../../ui/format.ts';
import { routeNamed } from '../routes.ts';
import { mayOpen } from '../where-to.ts';
import type { Offer, OfferKind } from './offer.ts';
import { figuresOf } from './offers.ts';

const fewestLetters = 2;
const mostCalls = 6;
/** As much as names are sought by. */
export const mostTyped = fieldChars(endpoints.palette.find.input, 'q');

interface Row {
  readonly id: string;
  readonly hint: string;
}
/** Where each opens, in its group; the route whose key opens it. */
export const places: Readonly<
  Record<FoundKind, { readonly kind: OfferKind; readonly route: string; readonly href: (row: Row) => string }>
> = {
  task: { kind: 'tasks', route: 'my-task', href: ({ id }) => `/platform/task/${id}` },
  customer: { kind: 'customers', route: 'number', href: ({ id }) => `/number?open=${id}` },
  plan: { kind: 'plans', route: 'plan', href: ({ id }) => `/plan/${id}` },
  person: {
    kind: 'people',
    route: 'my-staff',
    href: ({ id, hint }) => `/my-staff?q=${encodeURIComponent(hint)}&open=${id}`,
  },
  merchant: {
    kind: 'accounts',
    route: 'merchants',
    href: ({ id, hint }) => `/platform/merchants?q=${encodeURIComponent(hint)}&open=${id}`,
  },
  reseller: {
    kind: 'accounts',
    route: 'resellers',
    href: ({ id, hint }) => `/platform/resellers?q=${encodeURIComponent(hint)}&open=${id}`,
  },
  article: { kind: 'articles', route: 'help', href: ({ id }) => `/help?id=${id}` },
};

/** Calls by figures of their phone, for who may see the call log. */
export const useCallOffers = (wish: string) => {
  const user = useCurrentUser();
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const phone = figuresOf(wish);
  const may = user !== null && mayOpen(routeNamed('callLog'), user);
  const { data, isError } = useQuery({
    queryKey: ['palette/calls', phone],
    queryFn: ({ signal }) =>
      call(endpoints.call.list, { page: 1, limit: mostCalls, phone: phone ?? '' }, { signal, quiet: true }),
    enabled: may && phone !== null,
    placeholderData: keepPreviousData,
  });
  const offers = (may && phone !== null ? (data?.list ?? []) : []).map(
    (row): Offer => ({
      key: `call ${row.id}`,
      kind: 'calls',
      label: row.phone,
      hint: when(
        row.placedAt,
        new Date(),
        t($ => $.palette.today),
      ),
      also: '',
      href: `/platform/call/${row.id}`,
      go: () => void navigate(`/platform/call/${row.id}`),
    }),
  );
  return { offers, isError };
};

/** What the server finds by its name, of what one may open. */
export const useNamedOffers = (wish: string) => {
  const navigate = useNavigate();
  const q = wish.trim();
  const may = q.length >= fewestLetters;
  const { data, isError } = useQuery({
    queryKey: ['palette/find', q],
    queryFn: ({ signal }) => call(endpoints.palette.find, { q }, { signal, quiet: true }),
    enabled: may,
    placeholderData: keepPreviousData,
  });
  const offers = (may ? (data?.list ?? []) : []).map((row): Offer => {
    const { kind, href } = places[row.kind];
    return {
      key: `${row.kind} ${row.id}`,
      kind,
      label: row.name,
      hint: row.hint,
      also: '',
      href: href(row),
      go: () => void navigate(href(row)),
    };
  });
  return { offers, isError };
};
