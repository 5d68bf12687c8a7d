import { brokenRtp } from '../journeys/house/garbage.ts';
import { RIGHT_PASSWORD, type Scene } from './scenes.ts';

/**
 * What a merchant must read in the record of a call over somebody else's carrier: written by hand from
 * docs/calls.md#outcomes (a call's state), RFC 3261 and the seeded plan.
 */
interface Row extends Scene {
  readonly name: string;
  /** The seeded plan unless said otherwise. */
  readonly plan?: 'seeded' | 'atItsMenu';
  /** State, why, the SIP answer that decided it (— for none), who hung up. */
  readonly outcome: string;
}

const silence = { sends: 'silence' } as const;
const nobody = { sends: 'nothing' } as const;
const account = { username: 'lianxian', password: RIGHT_PASSWORD };
const afterTwoSeconds = { when: 'talking', afterMs: 2000 } as const;

/** Keys, a third of a second apart. */
const pressed = (keys: string, fromMs: number) => [...keys].map((key, i) => ({ key, afterMs: fromMs + i * 300 }));

export const lineTable: readonly Row[] = [
  {
    name: 'a callee who answers and says nothing is asked, and the robot hangs up',
    scenario: 'answers',
    sounds: silence,
    outcome: 'answered robotHungUp — robot',
  },
  {
    name: 'a far end that answers and sends no sound at all is a silent line, and is hung up',
    scenario: 'answers',
    sounds: nobody,
    outcome: 'answered lineSilent — nobody',
  },
  {
    name: 'a callee who presses keys is led by them',
    scenario: 'answers',
    plan: 'atItsMenu',
    sounds: { sends: 'silence', keys: [...pressed('2', 9_000), ...pressed('13900001111#', 12_000)] },
    outcome: 'answered robotHungUp — robot',
  },
  {
    name: 'a far end whose packets are garbage is talked to all the same',
    scenario: 'answers',
    sounds: { sends: 'silence', garbage: brokenRtp },
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'a busy callee is busy',
    scenario: 'busy',
    sounds: nobody,
    outcome: 'busy busy 486 nobody',
  },
  {
    name: 'a callee who declines has rejected the call',
    scenario: 'declines',
    sounds: nobody,
    outcome: 'rejected declined 603 nobody',
  },
  {
    name: 'a callee who never answers is given up with CANCEL',
    scenario: 'rings',
    sounds: nobody,
    outcome: 'noAnswer ringTimeout 487 nobody',
  },
  {
    name: 'a call the user takes back while it rings is cancelled',
    scenario: 'rings',
    sounds: nobody,
    userHangsUp: { when: 'ringing', afterMs: 300 },
    outcome: 'cancelled cancelledByUser — user',
  },
  {
    name: 'a callee who hangs up in the middle of a sentence did it itself',
    scenario: 'hangs-up',
    sounds: silence,
    outcome: 'answered calleeHungUp — callee',
  },
  {
    name: 'credentials asked for with 401 are given',
    scenario: 'asks-401',
    sounds: silence,
    account,
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'credentials asked for with 407 are given',
    scenario: 'asks-407',
    sounds: silence,
    account,
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'a wrong password is said to be wrong, after one try',
    scenario: 'refuses-credentials',
    sounds: nobody,
    account: { username: 'lianxian', password: 'wrong' },
    outcome: 'lineFault credentialsRefused 401 nobody',
  },
  {
    name: 'an ACK that was lost is sent again',
    scenario: 'loses-ack',
    sounds: silence,
    losesAck: true,
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'sound before the answer is early media, and the call goes on',
    scenario: 'early-media',
    sounds: { sends: 'tone' },
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'an answer whose SDP means nothing is a fault of the line',
    scenario: 'talks-nonsense',
    sounds: nobody,
    outcome: 'lineFault noCommonCodec — nobody',
  },
];
