import type { FastifyRequest } from 'fastify'

const pageRequests = new WeakSet<FastifyRequest>()

/** A page of the shop has no route of its own, but metrics count it as one. */
export const countAsPage = (request: FastifyRequest): unknown => pageRequests.add(request)
export const isPageRequest = (request: FastifyRequest): boolean => pageRequests.has(request)
