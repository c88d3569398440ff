import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'

import { queryFieldsOf } from '../control/input.ts'

export type Language = 'pt-BR' | 'en-US'

/** One text in both languages. */
export type Texts = readonly [portuguese: string, english: string]

type PageRequest = { language: Language; path: string }

const pageRequest = new AsyncLocalStorage<PageRequest>()

/** Language of the page that this request gets; Portuguese outside of a request. */
export const language = (): Language => pageRequest.getStore()?.language ?? 'pt-BR'

/** The text in the language of this page. */
export const say = (portuguese: string, english: string): string =>
  language() === 'en-US' ? english : portuguese

/**
 * Gives each request its language, by the same parameter and cookie as the shop's pages. Reading a
 * body loses the context of onRequest, so it is set again before the handler.
 */
export function addLanguage(app: FastifyInstance): void {
  app.addHook('onRequest', runInLanguage)
  app.addHook('preHandler', runInLanguage)
}

function runInLanguage(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const choice = nearest(queryFieldsOf(request)['lng'])
  if (choice)
    reply.header('set-cookie', `i18next=${choice}; Path=/; Max-Age=31536000; SameSite=Lax`)

  pageRequest.run({ language: choice ?? readLanguage(request), path: pagePath(request) }, done)
}

function readLanguage({ headers }: FastifyRequest): Language {
  const cookie = /(?:^|; )i18next=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  const firstWish = headers['accept-language']?.split(/[,;]/)[0]?.trim()

  return nearest(cookie) ?? nearest(firstWish) ?? 'pt-BR'
}

/** As in the shop, English variants get English and all others Portuguese. */
function nearest(tag: string | undefined): Language | undefined {
  if (!tag) return undefined
  return /^en\b/i.test(tag) ? 'en-US' : 'pt-BR'
}

/** The page shown after a form was refused has no address of its own. */
const pagePath = ({ method, url }: FastifyRequest): string => (method === 'GET' ? url : '/sandbox')

/** Address of the same page in the given language. */
export function pathInLanguage(to: Language): string {
  const [path = '', query = ''] = (pageRequest.getStore()?.path ?? '/sandbox').split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lng', to)

  return `${path}?${parameters.toString()}`
}
