import type { FastifyInstance } from 'fastify'

const pagePath = /^\/[\w-]+(?:\/[\w-]+)*$/

/**
 * Answers a form from a browser without JavaScript with the same page again, which says that it
 * needs JavaScript. The form's data is not read.
 */
export function returnForms(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ is404, method, headers, url }, reply) => {
    const isFormBody = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (is404 && isFormBody && method === 'POST' && pagePath.test(url) && !url.startsWith('/api/'))
      return reply.redirect(url, 303)
  })
}
