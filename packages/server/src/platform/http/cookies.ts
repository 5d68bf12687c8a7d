import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies that only the server reads (RFC 6265 §4.1). */
export interface Cookies {
  /** '' without one. */
  readonly read: (name: string) => string;
  /** For the endpoint that was asked alone; a script of the page cannot read it. */
  readonly keep: (name: string, value: string, maxAgeS: number) => void;
}

/** What stands under a name; what is no cookie of ours is none. */
export const cookieOf = (request: FastifyRequest, name: string): string => {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim());
  const value = pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return /^[\w-]*$/.test(value) ? value : '';
};

export const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  read: name => cookieOf(request, name),
  keep: (name, value, maxAgeS) => {
    const path = new URL(request.url, 'http://house').pathname;
    const secure = request.protocol === 'https' ? '; Secure' : '';
    const text = `${name}=${value}; Max-Age=${maxAgeS}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
    void reply.header('set-cookie', text);
  },
});
