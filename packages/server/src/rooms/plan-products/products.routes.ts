import { planProductEndpoints } from '@lianxian/contract';
import { merchantDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { setSharePercent, sharePercent } from '../market-money/index.ts';
import { lint } from './lint.ts';
import { mine, readProduct, save } from './products.ts';
import { review, reviews, takeDown, withdraw } from './review.ts';
import { type SellingParts, submit } from './submit.ts';

/** Selling plans, and the platform's review of them. */
export const bindPlanProducts = (front: Front, parts: SellingParts): void => {
  const { unscopedDb } = parts;
  bind(front, planProductEndpoints.mine, (input, context) => mine(input, context, unscopedDb));
  bind(front, planProductEndpoints.save, async (input, context) => ({ id: await save(input, context) }));
  bind(front, planProductEndpoints.lint, async ({ id }, context) => {
    const { version, faults, passed } = await lint(context, await readProduct(context, id));
    return { version, faults: [...faults], tests: { passed } };
  });
  bind(front, planProductEndpoints.submit, async (input, context) => ({
    version: await submit(input, context, parts),
  }));
  bind(front, planProductEndpoints.withdraw, async ({ id }, context) => {
    await withdraw(id, context, unscopedDb);
    return {};
  });
  bind(front, planProductEndpoints.reviews, input => reviews(input, unscopedDb));
  bind(front, planProductEndpoints.review, async (input, context) => {
    await review(input, context, unscopedDb);
    return {};
  });
  bind(front, planProductEndpoints.takeDown, async (input, context) => {
    await takeDown(input, context, unscopedDb);
    return {};
  });
  bind(front, planProductEndpoints.share, async ({ percent }, context) => {
    if (percent !== undefined)
      await unscopedDb.transaction().execute(async tx => {
        const before = { percent: Number(await sharePercent(tx)) };
        await setSharePercent(tx, percent, context.session.employeeId);
        const entry = { action: 'product.share', target: '', name: '', before, after: { percent } } as const;
        await recordAudit(merchantDb(tx, context.session.merchantId), entry, auditBy(context));
      });
    return { percent: Number(await sharePercent(unscopedDb)) };
  });
};
