import { pino, type Logger } from 'pino'

export type Log = Logger

// What must never reach a log, wherever it stands in an object (quality R21).
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

/** The shop's log: one JSON line an event, secrets cut out by name, level by configuration. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: [...secrets, ...secrets.map((s) => `*.${s}`), ...secrets.map((s) => `*.*.${s}`)],
      censor: '[redacted]',
    },
  })
}
