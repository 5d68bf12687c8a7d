import { customerFieldWord, type InputOf, type Language, type OutputOf, planFillEndpoints } from '@lianxian/contract';
import { planExists } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { readSettings } from '../customers/index.ts';
import { guideOf } from '../research/index.ts';
import { type Fill, lockPlanToFill, readFills, writeFills } from './fills.store.ts';

const gone = () => refuse('notFound', { what: 'plan' });

const list = async (
  { id }: InputOf<typeof planFillEndpoints.list>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof planFillEndpoints.list>> => {
  if (!(await planExists(db, id))) throw gone();
  const [fills, settings, guide] = await Promise.all([readFills(db, id), readSettings(db), guideOf(db, id)]);
  const titles = [...new Set(guide.map(({ title }) => title))];
  return { fills: [...fills], names: [...settings.names], guide: titles };
};

const said = (fills: readonly Fill[], language: Language): string =>
  fills.map(({ question, field }) => `${question} → ${customerFieldWord(field, language)}`).join(' ');

/** Of several questions for one field the last counts. */
const oncePerField = (fills: readonly Fill[]): readonly Fill[] => [
  ...new Map(fills.map(fill => [fill.field, fill])).values(),
];

const save = ({ id, fills }: InputOf<typeof planFillEndpoints.save>, context: SignedInContext): Promise<void> =>
  context.db.transaction(async tx => {
    if (!(await lockPlanToFill(tx, id))) throw gone();
    const before = await readFills(tx, id);
    const after = oncePerField(fills);
    await writeFills(tx, id, after);
    const told = { before: { fills: said(before, 'zh-CN') }, after: { fills: said(after, 'zh-CN') } };
    await recordAudit(tx, { action: 'plan.fills', target: id, ...told }, auditBy(context));
  });

/** Which answers fill which fields of customers, by plan. */
export const bindCustomerFills = (front: Front): void => {
  bind(front, planFillEndpoints.list, list);
  bind(front, planFillEndpoints.save, async (input, context) => {
    await save(input, context);
    return {};
  });
};
