import { wire } from '@lianxian/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refused } from './answer.ts';
import { refuse } from './refusal.ts';

/** What nobody serves: the API's refusal under its prefix, a plain 404 elsewhere. */
export const answerUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.url.startsWith(wire.prefix)
    ? reply.code(200).send(refused(refuse('unknownEndpoint'), request))
    : reply.code(404).type('text/plain; charset=utf-8').send('404');
