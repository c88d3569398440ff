import { pino, type Logger } from 'pino'

import { isJournal, journalLine } from './log-journal.ts'
import { createLogSink, type LogSink } from './log-sink.ts'
import { tracing } from './tracing.ts'

export type Log = Logger

// Fields that are removed from log lines, down to the third level of an object (R021).
const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'accessToken',
  'refreshToken',
  'recaptchaToken',
  'cpf',
  'sellerTaxId',
  'licenseKey',
  'key',
  'keys',
  'authorization',
  'cookie',
  'secret',
  'challenge',
  'recoveryCodes',
  'uri',
]

let standardSink: LogSink | null = null

/** The log of this process on standard output. */
export const logSink = (): LogSink => (standardSink ??= createLogSink(1))

/**
 * The shop's log, on standard output by default: one JSON line for each event, with secret fields
 * removed. For systemd's journal each line begins with its priority.
 */
export function createLog(
  level: string,
  to: Pick<LogSink, 'write'> = logSink(),
  toJournal = isJournal(1),
): Log {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Adds the id of the request that caused the line.
      mixin: () => ({ ...tracing() }),
      redact: {
        paths: [
          ...secretFields,
          ...secretFields.map((field) => `*.${field}`),
          ...secretFields.map((field) => `*.*.${field}`),
        ],
        censor: '[redacted]',
      },
    },
    toJournal ? { write: (line) => to.write(journalLine(line)) } : to,
  )
}
