import type { Language } from '@chaveiro/contracts/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { entityTag, hasCurrentTag } from '../platform/http/entity-tag.ts'

/** A page ready to be sent: its bytes plain and packed, and its tag. */
export type PackedPage = {
  status: 200 | 404 | 503
  language: Language
  tag: string
  plain: Buffer
  gzip: Buffer
  br: Buffer
}

/** Pack a page once, so that sending it is only sending. */
export async function packed(
  html: string,
  facts: Pick<PackedPage, 'status' | 'language'>,
): Promise<PackedPage> {
  const plain = Buffer.from(html)

  const [gz, br] = await Promise.all([
    promisify(gzip)(plain),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  ])

  return {
    ...facts,
    plain,
    gzip: gz,
    br,
    tag: entityTag(plain),
  }
}

/** The smallest coding that the browser takes. */
function codingFor(request: FastifyRequest): 'br' | 'gzip' | null {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'

  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/**
 * Send a page in the coding that the browser takes, or 304 when it has it; passing is a page that
 * stands in for a moment and is not to be kept.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PackedPage,
  passing = false,
): FastifyReply {
  const isKept = page.status !== 503 && !passing

  reply.code(page.status).headers({
    'cache-control': isKept ? 'no-cache' : 'no-store',
    vary: 'accept-language, cookie, accept-encoding',
    'content-language': page.language,
    ...(isKept ? { etag: page.tag } : {}),
  })

  if (page.status === 503) reply.header('retry-after', '60')
  if (page.status === 200 && isKept && hasCurrentTag(request, page.tag))
    return reply.code(304).send()

  const coding = codingFor(request)
  if (coding) reply.header('content-encoding', coding)

  return reply.type('text/html; charset=utf-8').send(coding ? page[coding] : page.plain)
}
