import type { StatPage } from '@lianxian/contract';
import type { Generated } from 'kysely';

/** Where a call came from (`call_source` of migration 0147). */
export type CallSource = 'task' | 'hand' | 'in' | 'seat';

/** Ended calls of an hour, owner and source; 0 is nobody. */
interface CallSums {
  merchantId: string;
  hour: Date;
  ownerId: string;
  source: CallSource;
  calls: number;
  answered: number;
  talkMs: string;
  levelA: number;
  levelB: number;
  levelC: number;
  levelD: number;
  levelE: number;
  levelF: number;
  cost: string;
}

/** Whose ended calls are summed for the statistics; 0: of none. */
interface StatWhose {
  merchantId: string;
  ownerId: string;
  source: CallSource;
  taskId: string;
  planId: string;
  planVersion: number;
  lineId: string;
  portId: string;
}
interface StatFigures extends Omit<CallSums, 'merchantId' | 'hour' | 'ownerId' | 'source'> {
  numbers: number;
  seized: number;
  heard: number;
  turns: number;
  completed: number;
  missed: number;
}

/** Tables of migrations 0015, 0038, 0068 and 0170: sums written by room sums alone, what waits for it by a trigger. */
export interface HomeTables {
  callHour: CallSums;
  /** By hour of the merchant's clock in which a call was placed. */
  statHour: StatWhose & StatFigures & { hour: Date };
  statDay: StatWhose &
    StatFigures & { split: 'whole' | 'province' | 'provinceAlone' | 'caller' | 'cause'; day: string; key: string };
  callChange: StatWhose &
    StatFigures & {
      hour: Date;
      placedHour: Date;
      callerNumber: string;
      province: string;
      cause: string;
      id: Generated<string>;
    };
  /** Answers of robots and seats (migration 0171); written by a trigger on transcripts alone, in months. */
  answer: StatWhose & {
    callId: string;
    n: number;
    question: string;
    value: string;
    by: 'robot' | 'seat';
    placedAt: Date;
  };
  /** Who has a report of the statistics made for whom (migration 0172). */
  statReport: {
    merchantId: string;
    employeeId: string;
    every: 'off' | 'day' | 'week';
    weekday: number;
    hour: number;
    pages: readonly StatPage[];
    told: readonly string[];
    sentDay: string | null;
    sentAt: Date | null;
  };
  retentionPart: { part: string; succeededAt: Date; toldAt: Date | null };
}
