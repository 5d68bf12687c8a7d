import type { CustomerWords, customerEndpoints, OutputOf } from '@lianxian/contract';
import { type customerTypes, maskNumbers, maskPhone } from '@lianxian/core';
import { regionName } from '@lianxian/core/regions';
import type { CustomerSettings, FoundCustomer, ListedCustomer } from './library.store.ts';

type Row = OutputOf<typeof customerEndpoints.list>['list'][number];
type Detail = NonNullable<OutputOf<typeof customerEndpoints.detail>['customer']>;
type CustomerType = (typeof customerTypes)[number];

/** How somebody sees numbers: as they are, or masked with a token to dial by; where each lives, as far as he may know. */
export interface Sight {
  readonly whole: boolean;
  readonly tokenOf: (phone: string) => string;
  readonly areas: ReadonlyMap<string, string>;
}

export const phoneSeen = (
  phone: string,
  { whole, tokenOf }: Sight,
): { readonly phone: string; readonly dial: string } =>
  whole ? { phone, dial: phone } : { phone: maskPhone(phone), dial: tokenOf(phone) };

/** Numbers stand in names and remarks as well. */
export const told = (text: string, { whole }: Pick<Sight, 'whole'>): string => (whole ? text : maskNumbers(text));

const DAY_MS = 86_400_000;

/** When it goes back unless somebody speaks to it. */
const returnsAt = (
  { ownerId, movedAt, spokenAt }: Pick<FoundCustomer, 'ownerId' | 'movedAt' | 'spokenAt'>,
  { returnDays }: Pick<CustomerSettings, 'returnDays'>,
): string | null => {
  if (ownerId === null || returnDays === 0) return null;
  const since = Math.max(movedAt.getTime(), spokenAt?.getTime() ?? 0);
  return new Date(since + returnDays * DAY_MS).toISOString();
};

const nextView = ({ nextAt, nextText }: Pick<FoundCustomer, 'nextAt' | 'nextText'>): Row['next'] =>
  nextAt === null ? null : { at: nextAt.toISOString(), text: nextText };

type Common = Omit<ListedCustomer, 'cursor' | 'barred'>;

const commonView = (row: Common, sight: Sight, settings: Pick<CustomerSettings, 'returnDays'>) => ({
  id: row.id,
  ...phoneSeen(row.phone, sight),
  ...{ name: told(row.name, sight), company: told(row.company, sight), position: told(row.position, sight) },
  sex: row.sex as Row['sex'],
  tags: told(row.tags.join(','), sight),
  cateType: row.cateType as CustomerType,
  owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? '' },
  area: sight.areas.get(row.phone) ?? '',
  province: regionName(row.city) ?? '',
  lastCall:
    row.lastCallAt === null
      ? null
      : { id: row.lastCallId, at: row.lastCallAt.toISOString(), level: row.lastLevel, answered: row.lastAnswered },
  ...{ calls: row.calls, answered: row.answered, next: nextView(row) },
  returnsAt: returnsAt(row, settings),
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

export const rowView = (row: ListedCustomer, sight: Sight, settings: Pick<CustomerSettings, 'returnDays'>): Row => ({
  ...commonView(row, sight, settings),
  ...{ barred: row.barred, cursor: row.cursor },
});

interface Beside {
  readonly words: CustomerWords;
  readonly barred: boolean;
  readonly logid: string;
  readonly further: readonly { readonly key: string; readonly phone: string }[];
}

/** All of one. To who sees numbers masked the numbers in his own remarks are masked too; a save leaves such a text alone. */
export const detailView = (
  row: FoundCustomer,
  { words, barred, logid, further }: Beside,
  sight: Sight,
  settings: Pick<CustomerSettings, 'returnDays'>,
): Detail => {
  const shown = Object.fromEntries(
    Object.entries(words).map(([field, text]) => [field, told(text, sight)]),
  ) as unknown as CustomerWords;
  return {
    ...commonView(row, sight, settings),
    ...shown,
    sex: row.sex as Row['sex'],
    // Codes and figures are no numbers to ring.
    ...{ city: words.city, birthday: words.birthday, province: words.province },
    ...{ barred, logid, task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' } },
    further: further.map(({ key, phone }) => ({ key, ...phoneSeen(phone, sight) })),
    createdBy: row.makerName ?? '',
  };
};
