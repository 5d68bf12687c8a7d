import { TOTP } from 'otpauth';
import { z } from 'zod';
import { hashOfToken } from '../../src/rooms/accounts/session.ts';
import { type Actions, action, type Ground, id } from './action.ts';

const STEP_MS = 30_000;

/** Sign-ins and what they are proved with: what another browser, a telephone or a passed hour would make. */
export const signInActions = ({ house, weChat }: Ground): Actions => {
  const { pool } = house.database;
  return {
    /** It was long ago that whoever is signed in proved who it is. */
    stale: action(z.object({ token: z.string() }), ({ token }) =>
      pool.query(`update session set proved_at = now() - interval '1 hour' where token_hash = $1`, [
        hashOfToken(token),
      ]),
    ),
    /** Somebody is signed in with another browser as well. */
    elsewhere: action(
      z.object({ merchant: id, employee: id, ip: z.string(), userAgent: z.string() }),
      async ({ merchant, employee, ip, userAgent }) => {
        const token = await house.sessionOf(merchant, employee);
        const hash = hashOfToken(token);
        await pool.query('update session set ip = $2, user_agent = $3 where token_hash = $1', [hash, ip, userAgent]);
        return { id: hash.toString('hex'), token };
      },
    ),
    /** What an authenticator with this secret shows in so many of its steps. */
    code: action(z.object({ secret: z.string(), later: z.number() }), async ({ secret, later }) => ({
      code: new TOTP({ secret }).generate({ timestamp: Date.now() + later * STEP_MS }),
    })),
    /** A WeChat user opens the mini-program: the code it gets. */
    miniProgram: action(z.object({ openId: z.string() }), async ({ openId }) => ({ jsCode: weChat.login(openId) })),
  };
};
