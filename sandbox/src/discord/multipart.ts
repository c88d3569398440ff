import { DiscordRefusal, invalidForm } from './errors.ts'

/** A file of a form; `text` has one latin1 character per byte. */
export type UploadedFile = { name: string; type: string; text: string }
type Part = { name: string; filename: string | undefined; type: string; text: string }

const MOST_FILES = 10
const MOST_BYTES = 10 * 1024 * 1024

/**
 * Reads a multipart/form-data body in latin1: the message from `payload_json`, files from files[n].
 */
export function readMultipart(
  body: string,
  contentType: string,
): { fields: unknown; files: Map<string, UploadedFile> } {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (!boundary) throw new DiscordRefusal(400, 50109, 'The request body has no boundary.')

  const bodyParts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part))

  const files = new Map<string, UploadedFile>()
  let jsonPayload = '{}'

  for (const { name, filename, type, text } of bodyParts) {
    const fileIndex = /^files\[(\d+)\]$/.exec(name)?.[1]
    if (name === 'payload_json') jsonPayload = Buffer.from(text, 'latin1').toString('utf8')
    else if (fileIndex === undefined || filename === undefined)
      throw invalidForm([
        { path: [name], code: 'UNKNOWN_FIELD', message: `Unknown field: ${name}` },
      ])
    else files.set(fileIndex, { name: filename, type, text })
  }

  if (files.size > MOST_FILES)
    throw invalidForm([
      {
        path: ['files'],
        code: 'BASE_TYPE_MAX_LENGTH',
        message: `Must be ${MOST_FILES} or fewer in length.`,
      },
    ])

  if ([...files.values()].some(({ text }) => text.length > MOST_BYTES))
    throw new DiscordRefusal(413, 40005, 'Request entity too large')

  try {
    return { fields: JSON.parse(jsonPayload), files }
  } catch {
    throw new DiscordRefusal(400, 50109, 'The request body contains invalid JSON.')
  }
}

function readPart(part: string): Part {
  const headerEnd = part.indexOf('\r\n\r\n')
  const headerText = Buffer.from(part.slice(0, headerEnd), 'latin1').toString('utf8')
  const headerValue = (name: string): string | undefined =>
    new RegExp(`[; ]${name}="([^"]*)"`, 'i').exec(headerText)?.[1]

  return {
    name: headerValue('name') ?? '',
    filename: headerValue('filename'),
    type: /^content-type: *(\S+)/im.exec(headerText)?.[1] ?? 'application/octet-stream',
    text: part.slice(headerEnd + 4, -2),
  }
}
