import type { MarketTrade, PlanTemplate } from '@lianxian/contract';
import { type GuideQuestion, type Plan, type WordGroups, withAllParts } from '@lianxian/core';
import { empty } from '../templates/empty.ts';
import type { Template } from '../templates/parts.ts';
import { afterSales } from './after-sales.ts';
import { beautyFollowUp } from './beauty-follow-up.ts';
import { carService } from './car-service.ts';
import { delivery } from './delivery.ts';
import { governmentNotice } from './government-notice.ts';
import { homeViewing } from './home-viewing.ts';
import { insuranceRenewal } from './insurance-renewal.ts';
import { interview } from './interview.ts';
import { invitation } from './invitation.ts';
import { loanReminder } from './loan-reminder.ts';
import { meetingNotice } from './meeting-notice.ts';
import type { NamedTest, TradePlan } from './parts.ts';
import { reminder } from './reminder.ts';
import { survey } from './survey.ts';
import { trialClass } from './trial-class.ts';

type Slug = Exclude<PlanTemplate, 'empty'>;

/** The plans that we wrote, by name: what 新建话术 begins with, and what the platform gives away in the market, are one list. */
const tradePlans: Readonly<Record<Slug, TradePlan>> = {
  invitation,
  reminder,
  survey,
  trialClass,
  loanReminder,
  insuranceRenewal,
  carService,
  homeViewing,
  beautyFollowUp,
  delivery,
  meetingNotice,
  interview,
  governmentNotice,
  afterSales,
};

/** A plan of ours as it is given away: whole, with all the parts, and with what goes along with it. */
export interface MarketPlan {
  /** Its name for ever, by which it is found again when a later release brings a better one. */
  readonly slug: Slug;
  readonly title: string;
  readonly trade: MarketTrade;
  /** What it does and what for. */
  readonly says: string;
  /** Of its version. */
  readonly note: string;
  /** It belongs to no merchant: its parts listen by words of their own, and it hands over to nobody. */
  readonly plan: Plan;
  readonly guide: readonly GuideQuestion[];
  readonly tests: readonly NamedTest[];
}

const noGroups: WordGroups = new Map();
const wholeOf = ({ plan, answers }: Template, name: string, groups: WordGroups): Plan =>
  withAllParts({ ...plan, name }, groups, answers);

/** All of them, in the order they are offered. */
export const marketPlans = (): readonly MarketPlan[] =>
  (Object.entries(tradePlans) as [Slug, TradePlan][]).map(([slug, { answers, plan, ...shown }]) => ({
    slug,
    ...shown,
    plan: wholeOf({ plan, ...(answers && { answers }) }, shown.title, noGroups),
  }));

/** A new plan's first draft: its template with all the parts, which listen by the merchant's groups of their names. */
export const planFrom = (template: PlanTemplate, name: string, groups: WordGroups): Plan =>
  wholeOf(template === 'empty' ? empty : tradePlans[template], name, groups);
