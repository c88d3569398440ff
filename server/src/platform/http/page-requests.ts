import type { FastifyRequest } from 'fastify'

const pages = new WeakSet<FastifyRequest>()

/** A page of the shop has no route of its own, but metrics count it as one. */
export const countAsPage = (request: FastifyRequest): unknown => pages.add(request)
export const isPage = (request: FastifyRequest): boolean => pages.has(request)
