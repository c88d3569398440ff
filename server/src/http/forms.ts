import type { FastifyInstance } from 'fastify'

const page = /^\/[\w-]+(?:\/[\w-]+)*$/

/**
 * What a page sends where the browser runs no JavaScript is answered by that page, which says what
 * it needs. Nothing of the form is read.
 */
export function returnForms(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ is404, method, headers, url }, reply) => {
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (is404 && isForm && method === 'POST' && page.test(url) && !url.startsWith('/api/'))
      return reply.redirect(url, 303)
  })
}
