import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'

const pageAccent = new AsyncLocalStorage<string>()

/** CSS declarations of the shop's own colour; empty for the colour of the tokens. */
export const accent = (): string => pageAccent.getStore() ?? ''

/** Colour variables only: the header comes from the shop's proxy, but anyone can send it. */
const declarations = /^(--(on-)?accent(-soft)?:[-\w(),#./ ]+;?){1,3}$/

/**
 * Gives each request the shop's colour from its proxy's header. Reading a body loses the context of
 * onRequest, so it is set again before the handler.
 */
export function addAccent(app: FastifyInstance): void {
  app.addHook('onRequest', runInAccent)
  app.addHook('preHandler', runInAccent)
}

function runInAccent({ headers }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const header = String(headers['x-shop-accent'] ?? '')
  pageAccent.run(declarations.test(header) ? header : '', done)
}
