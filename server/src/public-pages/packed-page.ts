import type { Language } from '@chaveiro/contracts/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { entityTag, hasCurrentTag } from '../platform/http/entity-tag.ts'

/** A page ready to send: plain and compressed bytes, and an entity tag. */
export type PackedPage = {
  status: 200 | 404 | 503
  language: Language
  tag: string
  plain: Buffer
  gzip: Buffer
  br: Buffer
}

/** Compresses a page once, before it is cached, so that sending needs no compression. */
export async function packPage(
  html: string,
  facts: Pick<PackedPage, 'status' | 'language'>,
): Promise<PackedPage> {
  const plainBytes = Buffer.from(html)

  const [gzipBytes, brotliBytes] = await Promise.all([
    promisify(gzip)(plainBytes),
    promisify(brotliCompress)(plainBytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  ])

  return {
    ...facts,
    plain: plainBytes,
    gzip: gzipBytes,
    br: brotliBytes,
    tag: entityTag(plainBytes),
  }
}

/** The best compression that the browser accepts. */
function chooseEncoding(request: FastifyRequest): 'br' | 'gzip' | null {
  const acceptEncoding = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(acceptEncoding)) return 'br'

  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : null
}

/**
 * Sends a page in a compression that the browser accepts, or 304 when the browser already has it.
 * Browsers must not cache a page with `isTemporary`, which is only a substitute.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PackedPage,
  isTemporary = false,
): FastifyReply {
  const isCacheable = page.status !== 503 && !isTemporary

  reply.code(page.status).headers({
    'cache-control': isCacheable ? 'no-cache' : 'no-store',
    vary: 'accept-language, cookie, accept-encoding',
    'content-language': page.language,
    ...(isCacheable ? { etag: page.tag } : {}),
  })

  if (page.status === 503) reply.header('retry-after', '60')
  if (page.status === 200 && isCacheable && hasCurrentTag(request, page.tag))
    return reply.code(304).send()

  const encoding = chooseEncoding(request)
  if (encoding) reply.header('content-encoding', encoding)

  return reply.type('text/html; charset=utf-8').send(encoding ? page[encoding] : page.plain)
}
