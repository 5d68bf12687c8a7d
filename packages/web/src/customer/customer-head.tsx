import { ShieldBan } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { when } from '../ui/format.ts';
import { Level } from '../ui/level.tsx';
import { NextStep } from './next-step.tsx';
import { PoolActs } from './pool-acts.tsx';
import { typeText } from './type-text.ts';
import type { Customer } from './use-customer.ts';

/** Who it is: name, number, level; where the number is from, whose customer, what was with it; what is next. */
export const CustomerHead = ({ customer }: { customer: Customer }) => {
  const { t } = useTranslation('customer');
  const { name, phone, area, owner, calls, answered, lastCall, returnsAt, barred } = customer;
  const facts = [
    area,
    typeText(customer.cateType),
    owner ? t($ => $.head.owner, { name: owner.name }) : t($ => $.head.pool),
    t($ => $.head.calls, { n: calls, answered }),
    returnsAt &&
      t($ => $.head.returns, {
        at: when(
          returnsAt,
          new Date(),
          t($ => $.head.today),
        ),
      }),
  ].filter(Boolean);
  return (
    <section className="customer-head row gap-12">
      <span className="customer-face middle fixed" aria-hidden="true">
        {(name || '#').slice(0, 1)}
      </span>
      <div className="fill lean">
        <p className="row gap-8">
          <strong className="cut">{name || t($ => $.head.noName)}</strong>
          <span className="phone">{phone}</span>
          {lastCall?.level && <Level level={lastCall.level} />}
          {barred && (
            <span className="state is-warn row-in gap-4">
              <ShieldBan size={14} aria-hidden="true" /> {t($ => $.head.barred)}
            </span>
          )}
        </p>
        <p className="small ink2 breaks">{facts.join(' · ')}</p>
      </div>
      <PoolActs customer={customer} />
      <NextStep customer={customer} />
    </section>
  );
};
