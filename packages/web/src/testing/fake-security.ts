import { type endpoints, type OutputOf, type RefusalKey, refusalFields, refusals } from '@lianxian/contract';

/** A refusal of a fake: thrown by its handlers, answered as the server would. */
export class FakeRefusal extends Error {
  readonly code: number;
  readonly field: string | undefined;
  constructor(key: RefusalKey) {
    super(refusals[key]['zh-CN']);
    this.code = refusals[key].code;
    this.field = refusalFields[key];
  }
}

type Session = OutputOf<typeof endpoints.security.sessions>['list'][number];
type Guards = OutputOf<typeof endpoints.security.security>;

const session = (digit: string, part: Partial<Session>): Session => ({
  id: digit.repeat(64),
  current: false,
  ip: '203.0.113.9',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  signedInAt: '2026-11-18T01:00:00Z',
  seenAt: '2026-11-18T08:30:00Z',
  expiresAt: '2026-11-19T01:00:00Z',
  ...part,
});

export const ownSessions: readonly Session[] = [
  session('a', { current: true, ip: '203.0.113.8' }),
  session('b', { ip: '198.51.100.4' }),
  session('c', {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  }),
];

const unguarded: Guards = {
  passwordChangedAt: null,
  secondFactorSince: null,
  recoveryCodesLeft: 0,
  weChatAvailable: true,
  weChatBoundAt: null,
};

/** What an owner who forgot his password reads out. */
export const resetCode = 'K7MP-3XQT';
export const password = 'lianxian';
export const rightCode = '287082';
export const bindCode = 'K7MP4X';
export const jsCode = 'js-of-mini-program';
const recoveryCodes = Array.from({ length: 8 }, (_, n) => `ABCD${'EFGHJKMN'[n]}-2345${n + 2}`);

export interface FakeSecurityStart {
  readonly guards?: Partial<Guards>;
  readonly agreement?: string;
  /** The standing of a reset that was asked for before. */
  readonly reset?: 'waiting' | 'confirmed';
}

/** One's own account, as room security answers. `changed` hears what the person signed in becomes. */
export const createFakeSecurity = (
  start: FakeSecurityStart,
  becomes: (part: { mustChangePwd?: boolean; mustSetFactor?: boolean; showAgreement?: boolean }) => void,
) => {
  let reset: 'waiting' | 'confirmed' | 'over' = start.reset ?? 'over';
  let sessions = ownSessions;
  let guards: Guards = { ...unguarded, ...start.guards };
  const need = (given: string, right: string, key: RefusalKey) => {
    if (given !== right) throw new FakeRefusal(key);
  };
  return {
    bindsWeChat: () => {
      guards = { ...guards, weChatBoundAt: '2026-11-18T08:31:00Z' };
    },
    /** Somebody confirms the code of the reset that was asked for. */
    confirmsReset: () => {
      reset = 'confirmed';
    },
    handlers: {
      'user/resetAsk': () => {
        reset = 'waiting';
        return { code: resetCode, secret: 's'.repeat(43), expiresAt: '2026-11-18T08:46:00Z' };
      },
      'user/resetState': () => ({ state: reset }),
      'user/resetFinish': (input: { password: string }) => {
        if (input.password === 'password1') throw new FakeRefusal('passwordCommon');
        reset = 'over';
        return {};
      },
      'user/sessions': () => ({ list: sessions, total: sessions.length }),
      'user/endSession': ({ id }: { id: string }) => {
        sessions = sessions.filter(each => each.id !== id);
        return {};
      },
      'user/endOtherSessions': () => {
        const ended = sessions.length - 1;
        sessions = sessions.filter(({ current }) => current);
        return { ended };
      },
      'user/changePwd': ({ oldPwd }: { oldPwd: string }) => {
        need(oldPwd, password, 'oldPasswordWrong');
        becomes({ mustChangePwd: false });
        guards = { ...guards, passwordChangedAt: '2026-11-18T08:31:00Z' };
        return {};
      },
      'user/agreement': ({ accept }: { accept: boolean }) => {
        if (accept) becomes({ showAgreement: false });
        return { version: 1, text: start.agreement ?? '', accepted: accept };
      },
      'user/security': () => guards,
      'user/prove': (input: { password: string; code: string }) => {
        if (guards.secondFactorSince === null) need(input.password, password, 'oldPasswordWrong');
        else need(input.code, rightCode, 'codeWrong');
        return { until: '2026-11-18T08:41:00Z' };
      },
      'user/totpBegin': (input: { password: string }) => {
        need(input.password, password, 'oldPasswordWrong');
        return { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/%E8%BF%9E%E7%BA%BF:demo?secret=X' };
      },
      'user/totpConfirm': ({ code }: { code: string }) => {
        need(code, rightCode, 'codeWrong');
        guards = { ...guards, secondFactorSince: '2026-11-18T08:31:00Z', recoveryCodesLeft: 8 };
        becomes({ mustSetFactor: false });
        return { recoveryCodes };
      },
      'user/totpEnd': (input: { password: string; code: string }) => {
        need(input.password, password, 'oldPasswordWrong');
        need(input.code, rightCode, 'codeWrong');
        guards = { ...guards, secondFactorSince: null, recoveryCodesLeft: 0 };
        return {};
      },
      'user/bindCode': () => ({ code: bindCode, expiresAt: new Date(Date.now() + 300_000).toISOString() }),
      'user/mpBind': (input: { code: string; jsCode: string }) => {
        need(input.code, bindCode, 'bindCodeWrong');
        need(input.jsCode, jsCode, 'weChatLoginBad');
        return { userName: '王晓雯' };
      },
      'user/unbind': () => {
        guards = { ...guards, weChatBoundAt: null };
        return {};
      },
    },
  };
};
