import type { FastifyRequest } from 'fastify'

const pageRequests = new WeakSet<FastifyRequest>()

/** Metrics count pages as one route, because a page has no route of its own. */
export const countAsPage = (request: FastifyRequest): unknown => pageRequests.add(request)
export const isPageRequest = (request: FastifyRequest): boolean => pageRequests.has(request)
