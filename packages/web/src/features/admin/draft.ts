import type { AccountRow } from './use-accounts.ts';

/** What is typed of a merchant or a reseller; figures are text until they are sent. */
export const draftOf = (row: AccountRow | null) => ({
  number: row?.number ?? '',
  name: row?.name ?? '',
  contactName: row?.contactName ?? '',
  contactPhone: row?.contactPhone ?? '',
  remark: row?.remark ?? '',
  employeeLimit: String(row?.employeeLimit ?? 50),
  seatLimit: String(row?.seatLimit ?? 50),
  channelLimit: String(row?.channelLimit ?? 300),
  account: '',
  ownerName: '',
  resellerId: row?.reseller?.id ?? '',
});
export type Draft = ReturnType<typeof draftOf>;

export const limits = {
  employeeLimit: { from: 1, to: 100_000 },
  seatLimit: { from: 0, to: 100_000 },
  channelLimit: { from: 0, to: 10_000 },
} as const;
export type Limit = keyof typeof limits;

export type Fault = 'number' | 'name' | 'contactPhone' | 'account' | 'ownerName' | Limit;

const isLimit = (draft: Draft, name: Limit): boolean => {
  const n = Number(draft[name]);
  return draft[name].trim() !== '' && Number.isInteger(n) && n >= limits[name].from && n <= limits[name].to;
};

/** What is wrong with a draft; a new one needs who signs in first. */
export const faultsOf = (draft: Draft, isNew: boolean): ReadonlySet<Fault> =>
  new Set<Fault>([
    ...(isNew && draft.number.trim() !== '' && !/^\d{1,20}$/.test(draft.number.trim()) ? (['number'] as const) : []),
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(/^[0-9+\- ]*$/.test(draft.contactPhone) ? [] : (['contactPhone'] as const)),
    ...(isNew && draft.account.trim() === '' ? (['account'] as const) : []),
    ...(isNew && draft.ownerName.trim() === '' ? (['ownerName'] as const) : []),
    ...(Object.keys(limits) as Limit[]).filter(name => !isLimit(draft, name)),
  ]);

/** The draft as the endpoint takes it. */
export const inputOf = (draft: Draft, id: string | null) => ({
  name: draft.name,
  contactName: draft.contactName,
  contactPhone: draft.contactPhone,
  remark: draft.remark,
  employeeLimit: Number(draft.employeeLimit),
  seatLimit: Number(draft.seatLimit),
  channelLimit: Number(draft.channelLimit),
  ...(id === null
    ? {
        account: draft.account,
        ownerName: draft.ownerName,
        ...(draft.number.trim() && { number: draft.number.trim() }),
        ...(draft.resellerId && { resellerId: draft.resellerId }),
      }
    : { id }),
});
