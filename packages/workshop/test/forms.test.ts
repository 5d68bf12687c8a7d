import { endpoints } from '@lianxian/contract';
import { parameterNumbers } from '@lianxian/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Form, formsIn } from '../src/architecture/forms.ts';
import { readSources } from '../src/architecture/sources.ts';

/** Forms whose endpoint is said by who shows them, or is one of two. */
const askedOf: Readonly<Record<string, readonly string[]>> = {
  'features/admin/profile.tsx': ['merchant.save', 'reseller.save'],
  'features/admin/owner-dialog.tsx': ['merchant.resetOwner', 'reseller.resetOwner', 'merchant.dropFactor'],
  'features/lists/add-numbers.tsx': ['blacklist.add', 'whitelist.add', 'sharedList.add'],
  'ui/name-dialog.tsx': [
    'plan.create',
    'plan.rename',
    'oa.savePosition',
    'oa.saveDepartment',
    'trade.save',
    'market.take',
  ],
};

/** Why nobody has to see a fault of it: the form cannot hold what the server would refuse. */
type Reason =
  /** One of a few that the form itself offers. */
  | 'offered'
  /** What the form is about, or made by the page: nobody types it. */
  | 'given'
  /** The form leaves it as it is, or as is usual. */
  | 'left'
  /** Typed elsewhere, where its fault is told. */
  | 'elsewhere'
  /** Drawn, under a name that is put together and so not read in the sources. */
  | 'drawn';
const all = <R extends Reason>(reason: R, names: string): Readonly<Record<string, Reason>> =>
  Object.fromEntries(names.split(' ').map(name => [name, reason]));

const undrawn: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
  'balance.topUp': all('given', 'cid requestId'),
  'balance.transfer': all('given', 'cid requestId'),
  'blacklist.add': { taskId: 'given' },
  'branding.save': all('offered', 'oemHomeTheme loginTheme languageSwitch oemLogoOnly'),
  'call.place': { ...all('given', 'planId draft'), variables: 'elsewhere' },
  'closedPlan.adjust': { ...all('given', 'id rev fallbacks'), speaker: 'left' },
  'config.save': all('offered', 'ownerSeesPhones demandsFactor levelNeedsWhy'),
  'consent.add': { fileId: 'given' },
  'consent.withdraw': { id: 'given' },
  'todo.note': { id: 'given' },
  'todo.callBack': { callId: 'given', taskId: 'given', calleeId: 'given' },
  'help.save': { ...all('given', 'id parentId'), isOnline: 'offered' },
  'keywords.add': { groupId: 'given', kind: 'offered' },
  'keywords.saveGroup': { id: 'given', semantic: 'offered' },
  'keywords.saveWord': { id: 'given', kind: 'offered' },
  'line.addNumbers': { lineId: 'given' },
  'lending.lend': { ...all('given', 'id lineId unitSeconds'), abroad: 'offered' },
  'line.price': { ...all('given', 'cid lineId'), unitSeconds: 'offered' },
  'line.save': { id: 'given', ...all('offered', 'transport tlsCheck behindNat codecs keysBy abroad pick') },
  'market.saveOpinion': { id: 'given' },
  'market.take': all('given', 'id price requestId'),
  'merchant.dropFactor': { id: 'given' },
  'merchant.resetOwner': { id: 'given' },
  'merchant.save': { id: 'given' },
  'notice.save': { id: 'given', level: 'offered' },
  'oa.saveDepartment': all('given', 'id parentId'),
  'oa.saveEmployee': { id: 'given' },
  'oa.savePosition': { id: 'given' },
  'plan.create': { template: 'offered' },
  'plan.exportFile': { id: 'given' },
  'plan.publish': all('given', 'id rev'),
  'planProduct.review': { ...all('given', 'id version at'), verdict: 'offered' },
  'planProduct.save': { id: 'given' },
  'planProduct.submit': { id: 'given' },
  'planProduct.takeDown': { id: 'given' },
  'plan.rename': { id: 'given' },
  'port.save': { id: 'given' },
  'research.save': { ...all('given', 'planId id'), ...all('offered', 'type isRequired hasOther') },
  'reseller.resetOwner': { id: 'given' },
  'reseller.save': { id: 'given' },
  'role.save': { id: 'given', ...all('offered', 'rights buttons scope template') },
  'rules.save': { version: 'given', byHand: 'offered' },
  'rules.savePlatform': { version: 'given' },
  'seat.saveSettings': all('offered', 'autoAnswer'),
  'seat.groupSave': { id: 'given' },
  'sharedList.add': { tradeId: 'given' },
  'sms.decideTemplate': { id: 'given', usable: 'offered' },
  'sms.saveProvider': all('given', 'id enabled'),
  'sms.saveTemplate': { id: 'given', kind: 'offered' },
  'sms.send': all('given', 'callId requestId'),
  'sms.sendMany': all('offered', 'of calls customers'),
  'sms.testProvider': { id: 'given' },
  'speech.save': all('offered', 'id kind'),
  'taskMoney.budget': { id: 'given' },
  'taskReport.again': { id: 'given', ...all('offered', 'of levels') },
  'trade.save': { id: 'given' },
  'updateLog.save': { id: 'given' },
  'usePrice.set': { cid: 'given', asAll: 'offered' },
  'webhook.save': { id: 'given' },
  'afterCall.save': all('given', 'taskId version'),
  'experiment.save': { taskId: 'given' },
  'experiment.remove': { taskId: 'given' },
  'customer.nextStep': { id: 'given' },
  'customer.note': all('given', 'id mentions'),
  'customer.save': {
    ...all('given', 'id logid version'),
    ...all('drawn', parameterNumbers.map(n => `parameter${n}`).join(' ')),
  },
  'stat.saveReport': all('offered', 'every weekday hour pages'),
};
/** The small form of a line, which leaves most of it. */
const undrawnBy: typeof undrawn = {
  'features/test-call/line-form.tsx line.save': {
    ...undrawn['line.save'],
    ...all('left', 'access srtp greetingDelayMs channels callsPerSecond domain rewriting windows'),
  },
};

const fieldsOf = (asked: string): readonly string[] => {
  const [room = '', name = ''] = asked.split('.');
  const { input } = (endpoints as Readonly<Record<string, Readonly<Record<string, { input: z.ZodType }>>>>)[room]![
    name
  ]!;
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
};
const reasonsOf = (file: string, asked: string) => undrawnBy[`${file} ${asked}`] ?? undrawn[asked] ?? {};
const asksOf = ({ file, asks }: Form) => askedOf[file] ?? asks;
const silentIn = (form: Form): readonly string[] =>
  asksOf(form).flatMap(asked =>
    fieldsOf(asked)
      .filter(field => !form.draws.has(field))
      .map(field => `${asked} ${field}`),
  );

const forms = formsIn(readSources());

test('every form is found, with what it asks', () => {
  expect(forms.length).toBeGreaterThan(25);
  expect(forms.filter(form => asksOf(form).length === 0).map(({ file }) => file)).toEqual([]);
});

test('of every field that the server can refuse a form draws the fault, or it is said why it need not', () => {
  const excused = (file: string, silent: string) => {
    const [asked = '', field = ''] = silent.split(' ');
    return Object.hasOwn(reasonsOf(file, asked), field);
  };
  expect(
    forms.flatMap(form =>
      silentIn(form)
        .filter(silent => !excused(form.file, silent))
        .map(silent => `${form.file}: ${silent}`),
    ),
  ).toEqual([]);
});

test('every reason still excuses a field', () => {
  const silent = new Set(forms.flatMap(form => silentIn(form).map(one => `${form.file} ${one}`)));
  const said = forms.flatMap(form =>
    asksOf(form).flatMap(asked =>
      Object.keys(reasonsOf(form.file, asked)).map(field => `${form.file} ${asked} ${field}`),
    ),
  );
  expect(said.filter(one => !silent.has(one))).toEqual([]);
  const asked = new Set(forms.flatMap(asksOf));
  expect(Object.keys(undrawn).filter(one => !asked.has(one))).toEqual([]);
});

test('a field whose fault is drawn nowhere is found', () => {
  const page = 'packages/web/src/features/a/a-form.tsx';
  const text = `const form = useEndpointForm({
    endpoint: endpoints.port.save,
    start: { name: '', channels: '' },
  });
  <TextField form={form} name="name" label="" />;
  <select id={form.idOf('lineId')} />;`;
  const [form] = formsIn([{ path: page, text, lines: 6, imports: [] }]);
  expect(form && silentIn(form)).toEqual([
    'port.save id',
    'port.save lineId',
    'port.save callerNumber',
    'port.save channels',
  ]);
});
