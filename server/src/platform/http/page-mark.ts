import type { FastifyRequest } from 'fastify'

const pages = new WeakSet<FastifyRequest>()

/** A page of the shop has no route of its own, and is counted as one all the same. */
export const countAsPage = (request: FastifyRequest): unknown => pages.add(request)
export const isPage = (request: FastifyRequest): boolean => pages.has(request)
