import type { FileReply, StreamReply } from '@chaveiro/contracts/route'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/** Sends a file with its name, as a download or for display. */
export function sendFile(
  type: string,
  file: FileReply | StreamReply,
  reply: FastifyReply,
): FastifyReply {
  const asciiFileName = file.fileName.replace(/[^\w.-]+/g, '_')
  return reply
    .type(type)
    .header(
      'content-disposition',
      `${'inline' in file && file.inline ? 'inline' : 'attachment'}; ` +
        `filename="${asciiFileName}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .header('access-control-expose-headers', 'content-disposition')
    .send(
      'stream' in file
        ? Readable.from(file.stream, { objectMode: false })
        : Buffer.from(file.bytes),
    )
}
