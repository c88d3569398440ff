import { pino, type Logger } from 'pino'
import { createLogSink, type LogSink } from './log-sink.ts'

export type Log = Logger

// What must never reach a log, wherever it stands in an object (R21).
const secrets = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'accessToken',
  'refreshToken',
  'recaptchaToken',
  'cpf',
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

let sink: LogSink | null = null
/** Where the log of this process goes: standard output. */
export const logSink = (): LogSink => (sink ??= createLogSink(1))

/**
 * The shop's log: one JSON line an event, secrets cut out by name, level by configuration; to
 * standard output unless told otherwise.
 */
export function createLog(level: string, to: Pick<LogSink, 'write'> = logSink()): Log {
  return pino(
    {
      level,
      redact: {
        paths: [...secrets, ...secrets.map((s) => `*.${s}`), ...secrets.map((s) => `*.*.${s}`)],
        censor: '[redacted]',
      },
    },
    to,
  )
}
