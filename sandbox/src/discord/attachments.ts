import type { FastifyReply } from 'fastify'

import type { Discord } from './model.ts'

/** Sends a person's attachment; 404 if its signed URL has expired or the message was deleted. */
export function attachment(
  discord: Discord,
  { channel, file }: Record<string, string>,
  query: URLSearchParams,
  reply: FastifyReply,
): FastifyReply {
  const attachedFile = discord.messages
    .filter((one) => one.channelId === channel)
    .flatMap((one) => one.files ?? [])
    .find((one) => one.id === file)

  const expiresAtMs = Number.parseInt(query.get('ex') ?? '', 16) * 1000
  if (!attachedFile || !(expiresAtMs > discord.core.clock.now()) || !query.get('hm'))
    return reply.code(404).type('text/plain').send('This content is no longer available.')

  return reply.type(attachedFile.type).send(Buffer.from(attachedFile.text, 'latin1'))
}
